-- Accounts that create VMs themselves start with limits, so that one of them cannot take all there is.
insert into user_limit (role, host_count, cpu_number_total, ram_mib_total, hdd_mib_total, ipv4_number_total)
values ('@advanced_user', 25, 100, 204800, 4194304, 50)
on conflict (role) do nothing;
