/** Cards of a machine (m), as reported, else the one that it asked by. */
const CARDS = `jsonb_array_elements(coalesce(m.report->'nics', jsonb_build_array(jsonb_build_object('name', '', 'mac', m.mac)))) with ordinality n(v, place)`

const same = (said: string, ...ours: string[]) =>
  `lower(nullif(n.v->'lldp'->>'${said}', '')) in (${ours.map((one) => `lower(${one})`).join(', ')})`

/** How long a card was at a port that a switch has learned it at. */
const LEARNED = "interval '1 day'"

/**
 * FROM of where a machine (m) is plugged in, a row a card (n) and port (p of the switch w, e.by: why): what the switch announces by LLDP, and what it has
 * learned. Both are compared within the location only; a machine may say that it heard anything.
 */
export const EVIDENCE = `${CARDS} cross join lateral (
    select 'lldp' as by, p.id from net_switch w join switch_port p on p.switch_id = w.id
     where w.location_id = m.location_id and ${same('system', 'w.hostname', 'w.name')} and ${same('port', 'p.name', 'p.if_index', 'p.mac')}
    union all
    select 'mac', p.id from switch_mac x join net_switch w on w.id = x.switch_id join switch_port p on p.switch_id = w.id and p.if_index = x.if_index
     where x.mac = lower(n.v->>'mac') and x.seen_at > now() - ${LEARNED} and w.location_id = m.location_id and not p.is_uplink) e
  join switch_port p on p.id = e.id join net_switch w on w.id = p.switch_id left join rack r on r.id = w.rack_id`

/** The surest first. */
export const SUREST = `e.by = 'lldp' desc, n.place, p.id`
