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

# seconds: since the kernel's start, whole.
seconds() {
  cut -d. -f1 /proc/uptime
}

now() {
  date -u +%Y-%m-%dT%H:%M:%SZ
}

# add_fact NAME FILE: adds the JSON of a file to what the result will have.
add_fact() {
  jq --arg name "$1" --slurpfile value "$2" '. + {($name): $value[0]}' "$state/facts" > "$state/facts.new"
  mv "$state/facts.new" "$state/facts"
}
