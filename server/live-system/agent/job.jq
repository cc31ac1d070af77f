# Checks a job and tells its values apart. Names and values come from outside: each name has one form, and nothing else is taken.

# name: the whole form of its value, an extended regular expression.
def shapes: {
  mode: "diag|wipe|install|installer|rescue|search",
  operation: "[A-Za-z0-9._-]+",
  wipe: "none|simple|full",
  kernel_args: "[\\]A-Za-z0-9 ._:/@%+=,;~!*?&|()\\[-]+",
  image_format: "raw|zst",
  image_bytes: "[1-9][0-9]{0,14}",
  raid: "no_raid|raid_(0|1|5|10)",
  hostname: "[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?",
  password_hash: "[$][0-9A-Za-z./$=,_-]+",
  address: "[0-9.]{7,15}/([0-9]|[12][0-9]|3[0-2])|[0-9a-fA-F.:]*:[0-9a-fA-F.:]*/[0-9]{1,3}",
  vlan: "[1-9][0-9]{0,3}",
  load: "memory|disk|cpu",
  controller_user: "[A-Za-z][A-Za-z0-9-]{0,15}",
  controller_password: "[A-Za-z0-9]{20}"
} + ({
  "[^[:cntrl:]]+": ["serial", "disk", "ssh_key"],
  "https?://[!-~]+": ["image", "kernel", "initrd"],
  "[0-9a-f]{64}": ["image_sha256", "unpacked_sha256", "kernel_sha256", "initrd_sha256"],
  "[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}": ["mac", "bond_mac"],
  "[0-9a-fA-F.:]{2,45}": ["gateway", "gateway6", "nameserver"],
  "[0-9.]{7,15}": ["controller_address", "controller_netmask", "controller_gateway"]
} | to_entries | map(.key as $shape | .value[] | {(.): $shape}) | add);

def several: ["disk", "ssh_key", "address", "nameserver", "bond_mac", "load"];
def longest($name): if $name == "ssh_key" then 16384 else 2000 end;
def refused: halt_error(1);

# One line as {name, value}; an empty value is the same as none.
def taken($shapes):
  split(" ") | map(select(. != "")) |
  if length == 0 then empty elif length > 2 then "the job is not readable" | refused else . end |
  . as [$name, $coded] | $shapes[$name] as $shape |
  if $shape == null then "the job has a name that this live system does not know: a newer one is needed" | refused
  elif ($coded // "") == "" then empty
  elif ($coded | length) > longest($name) / 3 * 4 + 4 then "the job's \($name) is too long" | refused
  else {$name, value: (try ($coded | @base64d) catch "")} end |
  # What is no base64, or no UTF-8, does not come out as it went in.
  if (.value | @base64) != $coded then "the job's \($name) is not readable" | refused
  elif .value | utf8bytelength > longest($name) then "the job's \($name) is too long" | refused
  elif .value | test("^(?:\($shape))\\z") then .
  elif .value | test("[[:cntrl:]]") then "the job's \($name) has control characters" | refused
  else "the job's \($name) has a form that is not allowed" | refused end;

# An array of lines `name base64(value)` as lines `name.number`, tab, value: several values of a name keep their order.
def job_lines:
  shapes as $shapes |
  if length > 200 then "the job is not readable" | refused else . end |
  reduce (.[] | taken($shapes)) as {$name, $value} ([{}, []];
    .[0][$name] += 1 | .[0][$name] as $number |
    if $number > 1 and (several | index($name) | not) then "the job has more than one \($name)" | refused else . end |
    .[1] += ["\($name).\($number)\t\($value)"]) |
  .[1][];
