# erase_methods NAME: what the drive can clear itself with, a word a line: nvme_format, ata_secure_erase, discard.
erase_methods() {
  case $1 in
    nvme*) [ ! -e "/dev/$1" ] || printf 'nvme_format\n' ;;
    sd*)
      # Only a drive that is not frozen and has no password can be told to.
      timeout 20 hdparm -I "/dev/$1" > "$state/hdparm" 2> /dev/null || :
      sed -n '/^Security:/,$p' "$state/hdparm" | tr '\t' ' ' > "$state/security"
      if grep -q '^ *supported$' "$state/security" && grep -q 'not *frozen' "$state/security" && grep -q 'not *enabled' "$state/security" &&
        grep -q 'not *locked' "$state/security"; then
        printf 'ata_secure_erase\n'
      fi
      ;;
  esac
  [ "$(line "/sys/block/$1/queue/discard_max_bytes")" = 0 ] || printf 'discard\n'
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
