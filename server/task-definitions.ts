import { importTask } from './features/datacenter/import/tasks.ts'
import { locationRemoveServicesTask, locationSetupTask } from './features/datacenter/location/services/setup-task.ts'
import { locationCheckTask } from './features/datacenter/location/tasks.ts'
import { switchPortsBackTask } from './features/datacenter/operation/ports/task.ts'
import { serverOperationTask } from './features/datacenter/operation/task.ts'
import { operationPlanTask } from './features/datacenter/operation-plan/task.ts'
import { templateInstallTask } from './features/datacenter/os-template/install-task.ts'
import { templateRemoveTask } from './features/datacenter/os-template/remove-task.ts'
import { templateTidyTask } from './features/datacenter/os-template/tidy-task.ts'
import { licenceTask } from './features/datacenter/panel/tasks.ts'
import { pduPollTask } from './features/datacenter/pdu/poll.ts'
import { pduPortCycleTask, pduPortOffTask, pduPortOnTask } from './features/datacenter/pdu/port-task.ts'
import { serverResumeTask, serverSuspendTask } from './features/datacenter/server/block-tasks.ts'
import { serverIpTask } from './features/datacenter/server-ip/tasks.ts'
import { switchPollTask } from './features/datacenter/switch/poll.ts'
import { switchPortEditTask, switchPortOffTask, switchPortOnTask } from './features/datacenter/switch/port-task.ts'
import { ipDeleteTask } from './features/network/ip/tasks.ts'
import { nameServerCheckTask } from './features/network/name-server/tasks.ts'
import { hostPtrTask, ptrDeleteTask } from './features/network/ptr/tasks.ts'
import { serialEnableTask } from './features/remote/console/service.ts'
import { ipmiIsoTask } from './features/remote/ipmi/iso.ts'
import { ipmiPollTask } from './features/remote/ipmi/poll.ts'
import { powerTasks } from './features/remote/power/tasks.ts'
import { proxyCloseTask, proxyOpenTask } from './features/remote/proxy/tasks.ts'
import { proxyRemoveTask, proxySetupTask, proxyUpdateTask } from './features/remote/proxy-location/tasks.ts'
import { ipmiClearTask, ipmiLightTask } from './features/remote/sensor/tasks.ts'
import { backupCopyTask } from './features/virtualization/backup/copy-task.ts'
import { backupDeleteTask } from './features/virtualization/backup/delete-task.ts'
import { backupCreateTask } from './features/virtualization/backup/make-task.ts'
import { diskRestoreTask } from './features/virtualization/backup/restore/free-task.ts'
import { hostRestoreTask } from './features/virtualization/backup/restore/task.ts'
import { backupRoundTask } from './features/virtualization/backup/round-task.ts'
import { backupLocationCheckTask } from './features/virtualization/backup-location/tasks.ts'
import { clusterCreateTask } from './features/virtualization/cluster/tasks.ts'
import { metricsReportTask } from './features/virtualization/figures/report.ts'
import { hostRepairAgentTask } from './features/virtualization/host/agent/repair.ts'
import { hostCloneTask } from './features/virtualization/host/clone/task.ts'
import { hostCreateTask } from './features/virtualization/host/create-task.ts'
import { diskExpandTask } from './features/virtualization/host/disks/expand-task.ts'
import {
  freeDiskCreateTask,
  freeDiskDeleteTask,
  freeDiskGrowTask,
  freeDiskNothingTask,
} from './features/virtualization/host/disks/free-tasks.ts'
import { freeDiskMoveTask } from './features/virtualization/host/disks/move/free-task.ts'
import { diskImageTask } from './features/virtualization/host/disks/move/image-task.ts'
import { diskMoveTask } from './features/virtualization/host/disks/move/task.ts'
import { diskResizeTask } from './features/virtualization/host/disks/task.ts'
import { diskChangeTask } from './features/virtualization/host/disks/tasks.ts'
import { hostKeysTask } from './features/virtualization/host/guest-keys/change.ts'
import { isoEjectTask } from './features/virtualization/host/iso/eject-task.ts'
import { isoMountTask } from './features/virtualization/host/iso/mount-task.ts'
import { isoPrepareTask } from './features/virtualization/host/iso/prepare-task.ts'
import { packetRulesTask } from './features/virtualization/host/network/packet-rules.ts'
import { networkTasks } from './features/virtualization/host/network/tasks.ts'
import { hostFilterTask } from './features/virtualization/host/network-rules.ts'
import { hostAccountTask, hostDeleteTask, hostVncPasswordTask } from './features/virtualization/host/other-tasks.ts'
import { hostPasswordTask } from './features/virtualization/host/password-task.ts'
import { hostRestartTask, hostStartTask, hostStopTask } from './features/virtualization/host/power-tasks.ts'
import { hostReinstallTask } from './features/virtualization/host/reinstall/task.ts'
import { hostRescueTask } from './features/virtualization/host/rescue/task.ts'
import { hostResourcesTask } from './features/virtualization/host/resources/task.ts'
import { snapshotCreateTask } from './features/virtualization/host/snapshot/create-task.ts'
import { snapshotDeleteTask } from './features/virtualization/host/snapshot/delete-task.ts'
import { snapshotRevertTask } from './features/virtualization/host/snapshot/revert-task.ts'
import { hostSpiceTask } from './features/virtualization/host/spice/task.ts'
import { hostVncPortsTask } from './features/virtualization/host/vnc-ports.ts'
import { imageCreateTask } from './features/virtualization/image/create-task.ts'
import { imageRelocateTask } from './features/virtualization/image/relocate-task.ts'
import { imageDeleteTask } from './features/virtualization/image/remove-task.ts'
import { imageCopyTask } from './features/virtualization/image/transfer-task.ts'
import { isoCheckTask } from './features/virtualization/iso/check-task.ts'
import { isoFetchTask } from './features/virtualization/iso/fetch-task.ts'
import { isoArrangeTask, isoRemoveTask } from './features/virtualization/iso/remove-task.ts'
import { nodeCreateTask, nodeDeleteTask } from './features/virtualization/node/tasks.ts'
import { osRemoveTask } from './features/virtualization/os/remove-task.ts'
import { osCopyTask } from './features/virtualization/os/tasks.ts'
import { hostRecipeTask } from './features/virtualization/recipe/run-task.ts'
import { rehearsalTask } from './features/virtualization/rehearsal/task.ts'
import { repositoryUpdateTask } from './features/virtualization/repository/tasks.ts'
import { storageCompareTask, storageRemoveVolumeTask } from './features/virtualization/storage/findings.ts'
import { storageAttachTask, storageCheckTask, storageDetachTask } from './features/virtualization/storage/tasks.ts'
import { demoLoadTask, demoRemoveTask } from './simulation/demo/tasks.ts'
import type { Task } from './tasks/define.ts'

/** Every kind of task a worker can run. */
export const taskDefinitions = [
  imageCreateTask,
  imageCopyTask,
  imageRelocateTask,
  imageDeleteTask,
  clusterCreateTask,
  storageAttachTask,
  storageCheckTask,
  storageCompareTask,
  storageDetachTask,
  storageRemoveVolumeTask,
  diskResizeTask,
  diskExpandTask,
  diskImageTask,
  diskMoveTask,
  freeDiskMoveTask,
  diskChangeTask,
  freeDiskCreateTask,
  freeDiskDeleteTask,
  freeDiskGrowTask,
  freeDiskNothingTask,
  hostReinstallTask,
  demoLoadTask,
  demoRemoveTask,
  hostCloneTask,
  hostCreateTask,
  hostStartTask,
  hostStopTask,
  hostRestartTask,
  hostDeleteTask,
  hostPasswordTask,
  hostRecipeTask,
  hostVncPasswordTask,
  hostSpiceTask,
  hostRepairAgentTask,
  hostVncPortsTask,
  hostAccountTask,
  hostResourcesTask,
  hostKeysTask,
  hostRescueTask,
  snapshotCreateTask,
  snapshotRevertTask,
  snapshotDeleteTask,
  hostRestoreTask,
  diskRestoreTask,
  hostFilterTask,
  ...networkTasks,
  packetRulesTask,
  importTask,
  ipDeleteTask,
  backupLocationCheckTask,
  backupCreateTask,
  backupCopyTask,
  backupDeleteTask,
  backupRoundTask,
  rehearsalTask,
  nameServerCheckTask,
  hostPtrTask,
  ptrDeleteTask,
  licenceTask,
  locationCheckTask,
  locationRemoveServicesTask,
  locationSetupTask,
  serverOperationTask,
  operationPlanTask,
  metricsReportTask,
  nodeCreateTask,
  nodeDeleteTask,
  isoFetchTask,
  isoCheckTask,
  isoRemoveTask,
  isoArrangeTask,
  isoPrepareTask,
  isoMountTask,
  isoEjectTask,
  osCopyTask,
  osRemoveTask,
  templateInstallTask,
  templateRemoveTask,
  templateTidyTask,
  ipmiIsoTask,
  ipmiPollTask,
  ...Object.values(powerTasks),
  proxyCloseTask,
  proxyOpenTask,
  serialEnableTask,
  ipmiClearTask,
  ipmiLightTask,
  pduPollTask,
  pduPortOnTask,
  pduPortOffTask,
  pduPortCycleTask,
  proxyRemoveTask,
  proxySetupTask,
  proxyUpdateTask,
  repositoryUpdateTask,
  serverSuspendTask,
  serverResumeTask,
  serverIpTask,
  switchPollTask,
  switchPortEditTask,
  switchPortsBackTask,
  switchPortOffTask,
  switchPortOnTask,
] as readonly Task[]
