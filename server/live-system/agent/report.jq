# Makes the hardware report of the lines and texts that report.sh has gathered.

def rows: split("\n") | map(select(. != "") | split("\t"));
def whole: if type == "string" and test("^[0-9]{1,15}$") then tonumber else null end;
def parsed: try fromjson catch null;

# The only line, or null.
def controller: rows[0] | if . == null then null else {address: .[0], mac: .[1], firmware: .[2]} end;

# The parts of smartctl's answer that are understood the same way everywhere; null when the drive has no SMART.
def smart:
  def n: if type == "number" then . else null end;
  if type != "object" or .smart_status == null then null else {
    passed: (.smart_status.passed | if type == "boolean" then . else null end),
    hours: (.power_on_time.hours | n),
    temperature: (.temperature.current | n),
    used_percent: (.nvme_smart_health_information_log.percentage_used | n),
    media_errors: (.nvme_smart_health_information_log.media_errors | n),
    reallocated: ([.ata_smart_attributes.table[]? | select(.id == 5) | .raw.value][0] | n),
    pending: ([.ata_smart_attributes.table[]? | select(.id == 197) | .raw.value][0] | n)
  } end;

# Versions of firmware as smartctl calls them for ATA and NVMe, and for SCSI.
def version: (.firmware_version // .scsi_revision // .revision // "") | tostring | gsub("[[:cntrl:]]"; "") | gsub("^ +| +$"; "") | .[:255];

def disks($holds; $said):
  ($said | rows | map({key: .[0], value: (.[1] | parsed | try version catch "")}) | from_entries) as $versions |
  ($said | rows | map({key: .[0], value: (.[1] | parsed | try smart catch null)}) | from_entries) as $states |
  ($holds | rows) as $held |
  rows | map(. as [$name, $model, $serial, $wwn, $bytes, $rotational, $transport, $erase] | {
    $name, $model, $serial, $wwn, bytes: ($bytes | tonumber), rotational: ($rotational == "1"), $transport, smart: $states[$name],
    firmware: ($versions[$name] // ""),
    erase: ($erase | split(" ") | map(select(. != ""))),
    holds: [$held[] | select(.[0] == $name) | {part: .[1], type: .[2], label: .[3], bytes: (.[4] | tonumber)}][:32]
  });

# What lldpd has heard, as {"eth0": {chassis, port, system}}.
def neighbours:
  def t: (.[0].value // "") | tostring | .[:255];
  parsed | try ([.lldp[]?.interface[]? |
    {key: .name, value: {chassis: (.chassis[0].id | t), port: (.port[0].id | t), system: (.chassis[0].name | t)}}] | from_entries) catch {};

def nics($lldp):
  ($lldp | neighbours) as $neighbours |
  rows | map(. as [$name, $mac, $driver, $speed, $carrier, $firmware] |
    {$name, $mac, $driver, firmware: ($firmware // ""), speed: ($speed | whole), link: ($carrier == "1"), lldp: $neighbours[$name]});

def modules:
  rows | map(map(.[:255] | sub("^ +"; "") | sub(" +$"; "")) | {
    slot: .[0], mib: (.[1] | tonumber), type: .[2], speed: .[3], vendor: .[4], serial: .[5], part: .[6]
  });

# wiped: what was done with each disk.
def wiped:
  rows | map(. as [$model, $serial, $wwn, $method, $tried, $started, $ended, $samples, $ok] | {
    $model, $serial, $wwn, $method, tried: ($tried | split(" ") | map(select(. != ""))), $started, $ended,
    samples: ($samples | tonumber), ok: ($ok == "true")
  });

# report: of all of it by name.
def report:
  . as $of |
  ($of.facts | rows | map({key: .[0], value: (.[1] // "")}) | from_entries) as $fact |
  ($of.modules | modules) as $memory |
  {
    version: 1, uptime: ($fact.uptime | tonumber), vendor: $fact.sys_vendor, product: $fact.product_name, serial: $fact.product_serial,
    uuid: $fact.product_uuid, bios: {vendor: $fact.bios_vendor, version: $fact.bios_version, date: $fact.bios_date},
    firmware: $fact.firmware, arch: $fact.arch,
    cpus: ($of.cpus | rows | map({model: $fact.cpu, cores: (.[0] | tonumber), threads: (.[1] | tonumber), mhz: ($fact.mhz | whole)})),
    memory_mib: ([([$memory[].mib] | add // 0), ($fact.memory_kib | tonumber / 1024 | floor)] | max),
    memory_modules: $memory, disks: ($of.disks | disks($of.holds; $of.smart)), nics: ($of.nics | nics($of.lldp)),
    controller: ($of.controller | controller)
  };
