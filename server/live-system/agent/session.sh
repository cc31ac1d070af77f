# read_session FILE: the two lines `address=` and `key=` of the session that the boot loader added to the initial RAM disk.
# Sets `address`, and puts the header with the key into a file, so that it stands in no argument list.
read_session() {
  [ -f "$1" ] || { fail_session 'there is no session'; return 1; }
  [ "$(wc -c < "$1")" -le 1024 ] || { fail_session 'the session is too long'; return 1; }
  address=$(sed -n 's/^address=\(https\{0,1\}:\/\/[][A-Za-z0-9.:-]\{1,260\}\)$/\1/p' "$1" | head -n 1)
  key=$(sed -n 's/^key=\([0-9a-f]\{64\}\)$/\1/p' "$1" | head -n 1)
  [ -n "$address" ] && [ -n "$key" ] || { fail_session 'the session is not readable'; return 1; }
  (umask 077 && printf 'Authorization: Bearer %s\n' "$key" > "$state/auth")
  printf '%s' "$address" > "$state/address"
}

fail_session() {
  printf '%s' "$1" > "$state/reason"
}
