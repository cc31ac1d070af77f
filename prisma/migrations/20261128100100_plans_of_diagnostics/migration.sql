-- Many servers are diagnosed as a plan, with the same tests under load.
ALTER TABLE "operation_plan" ADD COLUMN "load" TEXT[] DEFAULT ARRAY[]::TEXT[];
alter table operation_plan drop constraint operation_plan_type_check;
alter table operation_plan add constraint operation_plan_type_check check (type in ('install', 'diag', 'clear_hdd'));
alter table operation_plan add constraint operation_plan_load_check check (load <@ array['memory', 'disk', 'cpu']);
