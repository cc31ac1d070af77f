-- Why an image was not removed from a node.
ALTER TABLE "os_node" ADD COLUMN     "fault" TEXT;
