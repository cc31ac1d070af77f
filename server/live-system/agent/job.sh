# The job: text lines `name base64(value)`, kept as one file a value. No value is ever evaluated or put into a program's text.

# read_job FILE DIR: writes DIR/name.1, DIR/name.2, ... A line that is not understood ends it with a reason: a job is done as it was meant or
# not at all. One start of jq (job.jq) reads all values: each program that is started counts on a slow machine.
read_job() {
  mkdir -p "$2"
  [ "$(wc -c < "$1")" -le 1048576 ] || fail 'the job is too long'
  jq -n -r -R -L "$here" 'include "job"; [inputs] | job_lines' < "$1" > "$2.lines" 2> "$2.refused" || fail "$(cat "$2.refused")"
  # The shell itself would read byte by byte.
  awk -v dir="$2" '{ at = index($0, "\t"); file = dir "/" substr($0, 1, at - 1); printf "%s", substr($0, at + 1) > file; close(file) }' "$2.lines"
  rm -f "$2.lines" "$2.refused"
}

# job NAME: the first value of a name, or nothing.
job() {
  line "$state/job/$1.1"
}

# job_files NAME: the files with the values of a name, in the job's order.
job_files() {
  number=1
  while [ -e "$state/job/$1.$number" ]; do
    printf '%s\n' "$state/job/$1.$number"
    number=$((number + 1))
  done
}
