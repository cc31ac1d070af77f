-- Nothing has looked at it so far: disks of running VMs have grown at once, which they go on to do where nobody says otherwise.
alter table host alter column live_resize set default true;
alter table preset alter column live_resize set default true;
update host set live_resize = true where not live_resize;
update preset set live_resize = true where not live_resize;
