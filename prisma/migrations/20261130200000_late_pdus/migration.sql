-- Whether any PDU was not read lately is asked for each page of servers: told by the one whose last reading is oldest.
create index own_pdu_read on pdu (last_success_update);
