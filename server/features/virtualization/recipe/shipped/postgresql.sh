#!/bin/sh
# Installs PostgreSQL and makes a database with its owner. May be run again: it then sets the password anew.
set -eu
export DEBIAN_FRONTEND=noninteractive
: "${DB_NAME:?}" "${DB_USER:?}" "${DB_PASSWORD:?}"
network=${LISTEN_NETWORK:-}
case $network in *[!0-9A-Fa-f.:/]*) echo "LISTEN_NETWORK is no network" >&2; exit 2 ;; esac

echo "Installing PostgreSQL"
apt-get update -qq
apt-get install -y -qq postgresql
systemctl enable --now postgresql

# psql reads the values from its environment and quotes them itself.
cd /
echo "Making the database"
setpriv --reuid postgres --regid postgres --init-groups psql -v ON_ERROR_STOP=1 -q << 'SQL'
\getenv name DB_NAME
\getenv owner DB_USER
\getenv password DB_PASSWORD
select format('create role %I login', :'owner') where not exists (select from pg_roles where rolname = :'owner') \gexec
alter role :"owner" login password :'password';
select format('create database %I owner %I', :'name', :'owner') where not exists (select from pg_database where datname = :'name') \gexec
SQL

if [ -n "$network" ]; then
  conf=$(setpriv --reuid postgres --regid postgres --init-groups psql -Atc 'show config_file')
  hba=$(setpriv --reuid postgres --regid postgres --init-groups psql -Atc 'show hba_file')
  mkdir -p "$(dirname "$conf")/conf.d"
  echo "listen_addresses = '*'" > "$(dirname "$conf")/conf.d/listen.conf"
  line="host all all $network scram-sha-256"
  grep -qxF "$line" "$hba" || echo "$line" >> "$hba"
  systemctl restart postgresql
  echo "PostgreSQL answers to $network"
fi
echo "The database is ready"
