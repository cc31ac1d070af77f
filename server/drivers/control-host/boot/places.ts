/** Own folders of the boot services on a control host: configuration, what is kept, and what goes with a restart of the host. */
export const ETC = '/etc/datahall/boot'
export const VAR = '/var/lib/datahall/boot'
export const RUN = '/run/datahall/boot'

export const KEA_CONF = `${ETC}/kea-dhcp4.conf`
export const NGINX_CONF = `${ETC}/nginx.conf`
export const TFTP_CONF = `${ETC}/tftp.conf`
export const SERVICES = `${ETC}/services.sh`
/** Kea runs it to clean its lease file up. */
export const LFC = `${ETC}/kea-lfc.sh`
/** What was put where, with checksums. */
export const MANIFEST = `${ETC}/manifest.json`

export const WWW = `${VAR}/www`
/** Files named by their SHA-256. */
export const ARTEFACTS = `${WWW}/a`
export const TFTP = `${VAR}/tftp`
export const LOG = `${VAR}/log`
export const LEASES = `${VAR}/kea-leases4.csv`
/** Request bodies that nginx puts aside. */
export const SPOOL = `${VAR}/spool`

export const KEA_SOCKET = `${RUN}/kea4.sock`
/** At which the panel listens over its SSH connection. */
export const PANEL_SOCKET = `${RUN}/panel.sock`

/** Account of nginx's workers on Debian. */
export const WEB_ACCOUNT = 'www-data'
