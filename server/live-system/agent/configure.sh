# Configures an installed Linux below a mount point: name, password, keys, identity, network. A file is removed before it is written, so
# that a link in the image does not lead elsewhere.

# configure ROOT
configure() {
  name=$(job hostname)
  if [ -n "$name" ]; then
    put "$1/etc/hostname" "$name"
    sed -i '/^127\.0\.1\.1[[:space:]]/d' "$1/etc/hosts" 2> /dev/null || :
    printf '127.0.1.1 %s %s\n' "$name" "${name%%.*}" >> "$1/etc/hosts"
  fi
  [ -z "$(job password_hash)" ] || set_password "$1" || fail 'the password cannot be set'
  set_keys "$1" || fail 'the keys cannot be set'
  new_identity "$1" || fail 'the new system does not get an identity of its own'
  network_config "$1" || fail 'the network of the new system cannot be configured'
  case $(job raid) in '' | no_raid) ;; *) know_array "$1" ;; esac
  # Files that were written here have no labels.
  [ ! -f "$1/etc/selinux/config" ] || : > "$1/.autorelabel"
}

# put FILE LINE
put() {
  rm -f "$1"
  printf '%s\n' "$2" > "$1"
}

# set_password ROOT: the hash of root's line of etc/shadow; the job's value has no colon.
set_password() {
  [ -f "$1/etc/shadow" ] || return 1
  HASH=$(job password_hash) awk -F: -v OFS=: '$1 == "root" { $2 = ENVIRON["HASH"]; found = 1 } { print } END { exit !found }' \
    "$1/etc/shadow" > "$state/shadow" || return 1
  cat "$state/shadow" > "$1/etc/shadow"
  rm -f "$state/shadow"
}

set_keys() {
  [ -n "$(job ssh_key)" ] || return 0
  mkdir -p "$1/root/.ssh" && chmod 700 "$1/root/.ssh" || return 1
  rm -f "$1/root/.ssh/authorized_keys"
  for file in $(job_files ssh_key); do
    cat "$file"
    echo
  done > "$1/root/.ssh/authorized_keys"
  chmod 600 "$1/root/.ssh/authorized_keys"
}

# new_identity ROOT: no two installations of an image share machine-id or host keys.
new_identity() {
  if [ -e "$1/etc/machine-id" ] || [ -d "$1/etc/systemd" ]; then
    put "$1/etc/machine-id" "$(tr -d - < /proc/sys/kernel/random/uuid)"
    [ ! -f "$1/var/lib/dbus/machine-id" ] || put "$1/var/lib/dbus/machine-id" "$(cat "$1/etc/machine-id")"
  fi
  rm -f "$1"/etc/ssh/ssh_host_*_key "$1"/etc/ssh/ssh_host_*_key.pub "$1"/etc/dropbear/dropbear_*_host_key
  if [ -x "$1/usr/bin/ssh-keygen" ]; then
    inside "$1" ssh-keygen -A > /dev/null 2>&1 || return 1
  fi
}

# know_array ROOT: the new system has to assemble its array by itself.
know_array() {
  [ -x "$1/usr/sbin/mdadm" ] || [ -x "$1/sbin/mdadm" ] || [ -x "$1/usr/bin/mdadm" ] || fail 'the image has no mdadm: it cannot start from an array'
  if [ -d "$1/etc/mdadm" ]; then mdadm --detail --scan >> "$1/etc/mdadm/mdadm.conf"; fi
  if [ -x "$1/usr/sbin/update-initramfs" ]; then
    inside "$1" update-initramfs -u -k all > /dev/null 2>&1 || fail 'the initial RAM disk of the new system cannot be made'
  fi
}

# inside ROOT PROGRAM ARGUMENT...: runs a program of the new system in it.
inside() {
  within=$1
  shift
  for top in dev proc sys; do mount --bind "/$top" "$within/$top" || return 1; done
  code=0
  chroot "$within" /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@" || code=$?
  for top in sys proc dev; do umount "$within/$top"; done
  return "$code"
}
