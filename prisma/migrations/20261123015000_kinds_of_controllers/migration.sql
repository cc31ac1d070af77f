-- Kinds of controllers are listed in server/domain/ipmi/kinds.ts alone; what is written is checked by the API's schemas.
alter table ipmi drop constraint ipmi_type_check;
