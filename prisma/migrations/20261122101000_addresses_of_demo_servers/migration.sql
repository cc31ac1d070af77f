-- The demo gave servers to owners and left the servers' addresses without one: the owner did not see them.
update ip i set account_id = s.owner_id from server s where i.server_id = s.id and i.account_id is distinct from s.owner_id;
