import { isIPv4 } from 'node:net'
import { PROGRAMS_PATH } from '../../../protocols/kea/classes.ts'
import { PANEL_SOCKET, RUN, SPOOL, TFTP, WEB_ACCOUNT, WWW } from './places.ts'
import type { BootServices } from './types.ts'

/** Bodies of requests to the panel: hardware reports and results. */
export const BODY_BYTES = 1 << 20

/** @throws RangeError for what is no address or port: both become words of a configuration */
export function checkWeb({ addresses, port }: BootServices['web']): void {
  for (const address of addresses)
    if (!isIPv4(address)) throw new RangeError(`Not an IPv4 address: ${JSON.stringify(address)}`)
  if (addresses.length === 0) throw new RangeError('The web server needs an address')
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new RangeError(`Not a port: ${port}`)
}

/**
 * Configuration of nginx (1.18 or newer). It serves artefacts and boot programs as files, passes `/boot/` to the panel's socket, and knows
 * nothing else: no listing, no other path. Clients are of any kind, so everything has a bound.
 * @throws RangeError see {@link checkWeb}
 */
export function renderNginx(web: BootServices['web']): string {
  checkWeb(web)
  const listen = web.addresses.map((address) => `    listen ${address}:${web.port};`).join('\n')
  const spools = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `# Written by Datahall; changes are undone.
user ${WEB_ACCOUNT};
worker_processes 2;
pid ${RUN}/nginx.pid;
error_log stderr error;
worker_rlimit_nofile 8192;
events { worker_connections 2048; }
http {
${spools.map((name) => `  ${name}_temp_path ${SPOOL}/${name};`).join('\n')}
  access_log off;
  server_tokens off;
  default_type application/octet-stream;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 15s;
  client_header_timeout 15s;
  client_body_timeout 30s;
  send_timeout 60s;
  reset_timedout_connection on;
  client_header_buffer_size 2k;
  large_client_header_buffers 2 8k;
  client_max_body_size ${BODY_BYTES};
  limit_conn_zone $binary_remote_addr zone=client:2m;
  server {
${listen}
    limit_conn client 32;
    location = /alive { return 204; }
    location ~ "^/a/[0-9a-f]{64}$" {
      root ${WWW};
      limit_except GET { deny all; }
      disable_symlinks on;
      etag off;
      add_header Cache-Control "public, max-age=31536000, immutable";
    }
    location ~ "^${PROGRAMS_PATH}([a-z0-9-]+\\.(efi|kpxe))$" {
      alias ${TFTP}/$1;
      limit_except GET { deny all; }
      disable_symlinks on;
    }
    location /boot/ {
      # The panel may be away, which is no fault of this host.
      error_log /dev/null crit;
      proxy_pass http://unix:${PANEL_SOCKET};
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_connect_timeout 10s;
      proxy_send_timeout 60s;
      proxy_read_timeout 120s;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Connection close;
    }
    location / { return 404; }
  }
}
`
}
