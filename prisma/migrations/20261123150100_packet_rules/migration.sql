-- Packet rules of a VM beyond those of the documents: a list of PacketRule, see server/domain/host/packet-rules.ts.
alter table host add column packet_rules jsonb not null default '[]';
