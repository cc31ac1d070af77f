#!/bin/sh
# Installs nginx with one site. May be run again: the files of the site stay.
set -eu
export DEBIAN_FRONTEND=noninteractive
name=${SITE_NAME:-_}
root=${SITE_ROOT:-/var/www/site}
case $name in *[!A-Za-z0-9._-]*) echo "SITE_NAME is no host name" >&2; exit 2 ;; esac
case $root in /*) ;; *) echo "SITE_ROOT is no absolute path" >&2; exit 2 ;; esac
case $root in *[!A-Za-z0-9/._-]*) echo "SITE_ROOT has characters that nginx does not take" >&2; exit 2 ;; esac

echo "Installing nginx"
apt-get update -qq
apt-get install -y -qq nginx

mkdir -p "$root"
[ -e "$root/index.html" ] || echo '<!doctype html><title>It works</title><p>It works.' > "$root/index.html"
cat > /etc/nginx/sites-available/site << CONF
server {
  listen 80 default_server;
  listen [::]:80 default_server;
  server_name $name;
  root $root;
  index index.html;
}
CONF
rm -f /etc/nginx/sites-enabled/default
ln -sf ../sites-available/site /etc/nginx/sites-enabled/site
nginx -t
systemctl enable --now nginx
systemctl reload nginx
echo "nginx serves $root"
