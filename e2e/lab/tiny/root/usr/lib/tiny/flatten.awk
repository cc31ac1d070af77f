# Flattens a YAML document (a subset that includes JSON) to lines PATH=VALUE, the parts of a path joined by dots, list
# items numbered from 0. In values a backslash is written \\ and a line feed \n. Not read: anchors, tags, explicit
# keys, several documents. Keys with a dot or "=" in them would be ambiguous and do not occur in cloud-config.

{ sub(/\r$/, ""); raw[++count] = $0 }

END {
  for (i = 1; i <= count; i++) { match(raw[i], /^ */); ind[i] = RLENGTH; txt[i] = substr(raw[i], RLENGTH + 1) }
  cur = 1
  if (next_line() && txt[cur] ~ /^---/) cur++
  if (next_line()) node("", -1)
}

# Moves to the next line that says something; false at the end.
function next_line() {
  while (cur <= count && (txt[cur] == "" || txt[cur] ~ /^#/ || txt[cur] ~ /^[ \t]*$/)) cur++
  return cur <= count && txt[cur] !~ /^\.\.\./
}

function join(path, key) { return path == "" ? key : path "." key }

function emit(path, v) {
  gsub(/\\/, "\\\\", v); gsub(/\n/, "\\n", v)
  print path "=" v
}

function is_item(t) { return t ~ /^-( |$)/ }

# Length of the key at the start of t with its colon, 0 when t begins with none.
function key_length(t,    n) {
  if (t ~ /^"/) n = quoted_end(t, 1) + 1
  else if (t ~ /^'/) n = single_end(t, 1) + 1
  else { if (t ~ /^[[{]/ || !match(t, /:( |$)/)) return 0; n = RSTART }
  return substr(t, n) ~ /^:( |$)/ ? n : 0
}

function key_of(t, n) { t = substr(t, 1, n - 1); return t ~ /^["']/ ? scalar(t) : t }

# The node at the current line, which belongs to a parent of the given indentation.
function node(path, parent,    at, t, n, k, v) {
  at = ind[cur]; t = txt[cur]
  if (is_item(t)) {
    for (k = 0; next_line() && ind[cur] == at && is_item(txt[cur]); k++) {
      match(txt[cur], /^- */)
      v = RLENGTH
      if (substr(txt[cur], v + 1) ~ /^(#|$)/) { cur++; if (next_line() && ind[cur] > at) node(join(path, k), at); else emit(join(path, k), "") }
      else if (substr(txt[cur], v + 1) ~ /^[|>]/) { txt[cur] = substr(txt[cur], v + 1); block(join(path, k), at) }
      else { txt[cur] = substr(txt[cur], v + 1); ind[cur] += v; node(join(path, k), at) }
    }
    return
  }
  if (!key_length(t)) { value(path, t, parent); return }
  while (next_line() && ind[cur] == at && (n = key_length(txt[cur]))) {
    k = join(path, key_of(txt[cur], n))
    v = substr(txt[cur], n + 1); sub(/^[ \t]+/, "", v)
    if (v == "" || v ~ /^#/) {
      cur++
      if (next_line() && (ind[cur] > at || (ind[cur] == at && is_item(txt[cur])))) node(k, at)
      else emit(k, "")
    } else if (v ~ /^[|>]/) { txt[cur] = v; block(k, at) }
    else value(k, v, at)
  }
}

# A literal (|) or folded (>) text whose first line, the header, is the current one.
function block(path, parent,    head, at, out, line, chomp, pending, started, more, last) {
  head = txt[cur++]; chomp = head ~ /^.[0-9]*-/ ? "-" : head ~ /^.[0-9]*\+/ ? "+" : ""
  at = match(head, /[0-9]/) ? (parent < 0 ? 0 : parent) + substr(head, RSTART, 1) : 0
  pending = ""; last = 1
  for (; cur <= count; cur++) {
    if (raw[cur] ~ /^ *$/ && (!at || length(raw[cur]) <= at)) { pending = pending "\n"; continue }
    if (!at) at = ind[cur] > parent ? ind[cur] : parent + 1
    if (ind[cur] < at) break
    line = substr(raw[cur], at + 1); more = line ~ /^[ \t]/
    # Folding turns one line feed into a space, unless a line beside it is indented further.
    if (!started) out = pending line
    else if (head ~ /^>/ && !more && !last) out = out (pending == "" ? " " : pending) line
    else out = out "\n" pending line
    started = 1; pending = ""; last = more
  }
  if (chomp == "+") out = out (started ? "\n" : "") pending
  else if (chomp == "" && started) out = out "\n"
  emit(path, out)
}

# A value on one or more lines, beginning with text t of the current line.
function value(path, t, parent,    c, first, empty) {
  c = substr(t, 1, 1); cur++
  if (c == "[" || c == "{") {
    while (!balanced(t) && cur <= count) { if (txt[cur] !~ /^#/) t = t " " txt[cur]; cur++ }
    flow = t; pos = 1; flow_node(path); return
  }
  if (c == "\"" || c == "'") {
    while (!(c == "'" ? single_end(t, 1) : quoted_end(t, 1)) && cur <= count) {
      if (c == "\"" && t ~ /\\$/ && t !~ /[^\\](\\\\)+$/) t = substr(t, 1, length(t) - 1) txt[cur++]
      else t = fold(t)
    }
    emit(path, scalar(t)); return
  }
  sub(/[ \t]+#.*$/, "", t); sub(/[ \t]+$/, "", t)
  while (cur <= count && (txt[cur] == "" || ind[cur] > parent)) {
    if (txt[cur] == "") { for (empty = cur; empty <= count && txt[empty] == ""; empty++); if (empty > count || ind[empty] <= parent) break }
    else if (txt[cur] ~ /^#/) break
    t = fold(t)
    sub(/[ \t]+#.*$/, "", t); sub(/[ \t]+$/, "", t)
  }
  emit(path, scalar(t))
}

# Appends the next line to t: one line feed becomes a space, each further one stays.
function fold(t,    feeds) {
  sub(/[ \t]+$/, "", t)
  for (feeds = ""; cur <= count && txt[cur] == ""; cur++) feeds = feeds "\n"
  return t (feeds == "" ? " " : feeds) txt[cur++]
}

# Place of the quote that ends the double-quoted text beginning at place i; 0 when it is not there.
function quoted_end(t, i,    c) {
  for (i++; i <= length(t); i++) {
    c = substr(t, i, 1)
    if (c == "\\") i++
    else if (c == "\"") return i
  }
  return 0
}

function single_end(t, i) {
  for (i++; i <= length(t); i++) {
    if (substr(t, i, 1) != "'") continue
    if (substr(t, i + 1, 1) != "'") return i
    i++
  }
  return 0
}

function balanced(t,    i, c, depth) {
  for (i = 1; i <= length(t); i++) {
    c = substr(t, i, 1)
    if (c == "\"" && !(i = quoted_end(t, i))) return 0
    if (c == "'" && substr(t, i - 1, 1) ~ /[[{,: ]/ && !(i = single_end(t, i))) return 0
    if (c == "[" || c == "{") depth++
    if (c == "]" || c == "}") { if (--depth == 0) return 1 }
  }
  return 0
}

function skip() { while (substr(flow, pos, 1) ~ /[ \t]/) pos++ }

function flow_text(    c, from, end) {
  skip(); from = pos; c = substr(flow, pos, 1)
  if (c == "\"" || c == "'") {
    end = c == "'" ? single_end(flow, pos) : quoted_end(flow, pos)
    if (!end) end = length(flow)
    pos = end + 1
    return scalar(substr(flow, from, pos - from))
  }
  while (pos <= length(flow) && substr(flow, pos, 1) !~ /[],}[{]/ && substr(flow, pos, 2) !~ /^:( |$|,|})/) pos++
  c = substr(flow, from, pos - from); sub(/[ \t]+$/, "", c)
  return scalar(c)
}

function flow_node(path,    c, k) {
  skip(); c = substr(flow, pos, 1)
  if (c == "[") {
    for (pos++; pos <= length(flow); ) {
      skip()
      if (substr(flow, pos, 1) == "]") { pos++; return }
      flow_node(join(path, k + 0)); k++
      skip(); if (substr(flow, pos, 1) == ",") pos++; else if (substr(flow, pos, 1) != "]") return
    }
  } else if (c == "{") {
    for (pos++; pos <= length(flow); ) {
      skip()
      if (substr(flow, pos, 1) == "}") { pos++; return }
      k = flow_text(); skip()
      if (substr(flow, pos, 1) == ":") { pos++; flow_node(join(path, k)) } else emit(join(path, k), "")
      skip(); if (substr(flow, pos, 1) == ",") pos++; else if (substr(flow, pos, 1) != "}") return
    }
  } else emit(path, flow_text())
}

# The text meant by one scalar as it is written. The null of YAML is the empty text.
function scalar(t,    c, out, i, e, h) {
  c = substr(t, 1, 1)
  if (c == "'") { t = substr(t, 2, single_end(t, 1) - 2); gsub(/''/, "'", t); return t }
  if (c != "\"") return t == "~" || t == "null" ? "" : t
  t = substr(t, 2, quoted_end(t, 1) - 2)
  for (i = 1; i <= length(t); i++) {
    c = substr(t, i, 1)
    if (c != "\\") { out = out c; continue }
    e = substr(t, ++i, 1)
    if (e == "n") out = out "\n"
    else if (e == "t") out = out "\t"
    else if (e == "r") out = out "\r"
    else if (e == "e") out = out sprintf("%c", 27)
    else if (e ~ /[xuU]/) { h = e == "x" ? 2 : e == "u" ? 4 : 8; out = out utf8(hex(substr(t, i + 1, h))); i += h }
    else out = out e
  }
  return out
}

function hex(s,    i, n) {
  for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789abcdef", tolower(substr(s, i, 1))) - 1
  return n
}

function utf8(n) {
  if (n < 128) return sprintf("%c", n)
  if (n < 2048) return sprintf("%c%c", 192 + int(n / 64), 128 + n % 64)
  if (n < 65536) return sprintf("%c%c%c", 224 + int(n / 4096), 128 + int(n / 64) % 64, 128 + n % 64)
  return sprintf("%c%c%c%c", 240 + int(n / 262144), 128 + int(n / 4096) % 64, 128 + int(n / 64) % 64, 128 + n % 64)
}
