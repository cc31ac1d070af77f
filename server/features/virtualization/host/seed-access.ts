import type { SeedInput } from './seed.ts'

/** Who signs in to a guest and with what, and what else a guest that is not new is told. */
export const accessOf = (s: SeedInput) => ({
  ...(s.kind === undefined ? newAccess(s) : keptAccess(s)),
  ...(s.kind === 'clone' && { ssh_deletekeys: true, runcmd: [['sh', '-c', NEW_MACHINE_ID]] }),
  ...(s.kind === 'access' && accessOnly),
})

const newAccess = ({ login_user, password, ssh_keys }: SeedInput) => ({
  user: login_user,
  ssh_pwauth: password !== null,
  ...(password !== null && { password, chpasswd: { expire: false } }),
  ...(ssh_keys.length > 0 && { ssh_authorized_keys: ssh_keys }),
})

/** Named, the user is not made anew: cloud-init would lock the password that it has. What is not given stays. */
const keptAccess = ({ login_user, password, ssh_keys }: SeedInput) => ({
  users: [
    {
      name: login_user,
      lock_passwd: false,
      ...(password !== null && { plain_text_passwd: password }),
      ...(ssh_keys.length > 0 && { ssh_authorized_keys: ssh_keys }),
    },
  ],
  ...(password !== null && { ssh_pwauth: true }),
})

/** Of what cloud-init does for another instance only this, and what it does at every start. */
const accessOnly = {
  ssh_deletekeys: false,
  cloud_init_modules: ['growpart', 'resizefs', 'update_hostname', 'update_etc_hosts', 'users-groups', 'ssh'],
  cloud_config_modules: ['set-passwords'],
  cloud_final_modules: ['scripts-per-boot'],
}

/** cloud-init makes other host keys for another instance, but leaves the number by which systemd and D-Bus know a system. */
const NEW_MACHINE_ID = `[ -e /etc/machine-id ] || exit 0
rm -f /etc/machine-id /var/lib/dbus/machine-id
if command -v systemd-machine-id-setup > /dev/null; then systemd-machine-id-setup; else tr -d - < /proc/sys/kernel/random/uuid > /etc/machine-id; fi
[ ! -d /var/lib/dbus ] || ln -sf /etc/machine-id /var/lib/dbus/machine-id`
