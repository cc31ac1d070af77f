-- The menu of administrators counts new servers on every page.
create index own_server_new on server (is_new, id);
