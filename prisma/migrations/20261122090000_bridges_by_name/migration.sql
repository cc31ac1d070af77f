-- An interface of a VM is on the bridge that it names: a second note of it was never written.
ALTER TABLE "host_interface" DROP COLUMN "node_interface_id";
