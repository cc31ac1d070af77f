#!/bin/sh
# Installs MariaDB and makes a database with its user. May be run again: it then sets the password anew.
set -eu
export DEBIAN_FRONTEND=noninteractive
: "${DB_NAME:?}" "${DB_USER:?}" "${DB_PASSWORD:?}"
case $DB_NAME$DB_USER in *[!A-Za-z0-9_]*) echo "DB_NAME and DB_USER have letters, digits and underscores only" >&2; exit 2 ;; esac

echo "Installing MariaDB"
apt-get update -qq
apt-get install -y -qq mariadb-server
systemctl enable --now mariadb

echo "Making the database"
password=$(printf '%s' "$DB_PASSWORD" | od -An -v -tx1 | tr -d ' \n')
mariadb << SQL
create database if not exists \`$DB_NAME\`;
create user if not exists '$DB_USER'@'localhost';
set @change = concat('alter user ''$DB_USER''@''localhost'' identified by ', quote(convert(x'$password' using utf8mb4)));
prepare change_password from @change;
execute change_password;
grant all privileges on \`$DB_NAME\`.* to '$DB_USER'@'localhost';
SQL
echo "The database is ready"
