# Sourced by every program of the live system: where things are, and how a program ends with a reason.
export PATH=/bin:/usr/bin LC_ALL=C
state=${DATAHALL_STATE:-/run/datahall}
here=${DATAHALL_HERE:-/usr/lib/datahall}

say() {
  printf 'datahall: %s\n' "$*" > "${DATAHALL_CONSOLE:-/dev/console}"
}

# fail WORDS: ends the program; the words become `reason` of the result.
fail() {
  printf '%s' "$*" | head -c 2000 > "$state/reason"
  exit 1
}

# line FILE: its first line, without starting a program: each start counts on a slow machine. Nothing when there is no such file.
line() {
  [ -r "$1" ] || return 0
  IFS= read -r first < "$1" 2> /dev/null || :
  printf '%s' "$first"
}

# printable: text of a device without control characters and without blanks around it, at most 255 bytes.
printable() {
  text=
  while IFS= read -r more || [ -n "$more" ]; do text=$text$more; done
  # The shell leaves out NUL itself.
  case $text in *[[:cntrl:]]*) text=$(printf '%s' "$text" | tr -d '\001-\037\177') ;; esac
  text=${text#"${text%%[! ]*}"}
  text=${text%"${text##*[! ]}"}
  printf '%.255s' "$text"
}

# seconds: since the kernel's start, whole.
seconds() {
  read -r up rest < /proc/uptime
  printf '%s' "${up%%.*}"
}

now() {
  date -u +%Y-%m-%dT%H:%M:%SZ
}
