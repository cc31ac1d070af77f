# Rescue: everything stays in memory; who has the password or a key signs in over ssh or on the serial line. No disk is touched.
for part in configure own-network; do . "$here/$part.sh"; done

run_mode() {
  [ -n "$(job password_hash)$(job ssh_key)" ] || fail 'the job has neither a password nor a key'
  [ -z "$(job password_hash)" ] || set_password / || fail 'the password cannot be set'
  set_keys / || fail 'the keys cannot be set'
  [ -z "$(job hostname)" ] || hostname "$(job hostname)"
  # Modules for arrays and volumes that the person who signs in may want to look at.
  modprobe -q -a dm-mod md-mod raid0 raid1 raid10 raid456 2> /dev/null || :
  dropbear -R -p 22 || fail 'the ssh server does not start'
  progress rescue 100 'Ready for sign-in' || exit 1
  ip -o addr show scope global | awk '{ print $4 }' | jq -R -s '[split("\n")[] | select(. != "")]' > "$state/facts/addresses"
  keep_network
}
