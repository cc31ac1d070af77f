# erase_methods NAME: what the drive can clear itself with, a word a line: nvme_format, ata_secure_erase, discard.
erase_methods() {
  case $1 in
    nvme*) [ ! -e "/dev/$1" ] || printf 'nvme_format\n' ;;
    sd*)
      # Only a drive that is not frozen and has no password can be told to.
      ata_security "$1"
      if security_is supported && security_is 'not *frozen' && security_is 'not *enabled' && security_is 'not *locked'; then
        printf 'ata_secure_erase\n'
      fi
      ;;
  esac
  [ "$(line "/sys/block/$1/queue/discard_max_bytes")" = 0 ] || printf 'discard\n'
}

# ata_security NAME: notes what a drive says of its passwords. Disks are cleared side by side: the file is one for each call.
ata_security() {
  security=$state/security.$1
  timeout 20 hdparm -I "/dev/$1" 2> /dev/null | sed -n '/^Security:/,$p' | tr '\t' ' ' > "$security"
}

security_is() {
  grep -q "^ *$1 *\$" "$security"
}

# free_ata NAME: takes away the password that an attempt before has left, when the power failed meanwhile. With the password of somebody else the
# drive stays as it is.
free_ata() {
  case $1 in sd*) ata_security "$1" ;; *) return 0 ;; esac
  security_is enabled && security_is 'not *frozen' || return 0
  if security_is locked; then
    timeout 20 hdparm --user-master u --security-unlock clear "/dev/$1" > /dev/null 2>&1 || return 0
  fi
  timeout 20 hdparm --user-master u --security-disable clear "/dev/$1" > /dev/null 2>&1 || :
}

# erase_…: each clears the whole disk by one means; whether it did is found by reading afterwards.

erase_nvme_format() {
  nvme format "/dev/$1" --ses=1 --force --timeout=7200000 > /dev/null 2>&1
}

# A password is set only because the command demands one; it is taken away again when the drive refuses.
erase_ata_secure_erase() {
  hdparm --user-master u --security-set-pass clear "/dev/$1" > /dev/null 2>&1 || return 1
  hdparm --user-master u --security-erase clear "/dev/$1" > /dev/null 2>&1 && return 0
  hdparm --user-master u --security-disable clear "/dev/$1" > /dev/null 2>&1
  return 1
}

erase_discard() {
  blkdiscard -f "/dev/$1" 2> /dev/null
}

# In pieces, so that it can be given up between two of them.
erase_overwrite() {
  bytes=$(disk_bytes "$1")
  at=0
  while [ "$at" -lt "$bytes" ]; do
    [ ! -e "$state/over" ] || return 1
    length=$((bytes - at < 268435456 ? bytes - at : 268435456))
    zero "$1" "$at" "$length" || return 1
    at=$((at + length))
    printf '%s' "$((at / 4096 * 99 / (bytes / 4096)))" > "$state/wipe.$1.percent"
  done
}
