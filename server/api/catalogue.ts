import { accessListEndpoints } from '../features/access/access-list/endpoints.ts'
import { accountEndpoints, accountUserEndpoints } from '../features/access/account/endpoints.ts'
import { invitationEndpoints, passwordRestoreEndpoints } from '../features/access/invitation/endpoints.ts'
import { preferenceEndpoints } from '../features/access/preferences/endpoints.ts'
import { secondFactorEndpoints } from '../features/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '../features/access/session/endpoints.ts'
import { settingEndpoints } from '../features/access/setting/endpoints.ts'
import { sshKeyEndpoints } from '../features/access/ssh-key/endpoints.ts'
import { tokenEndpoints } from '../features/access/token/endpoints.ts'
import { userEndpoints } from '../features/access/user/endpoints.ts'
import { userLimitEndpoints } from '../features/access/user-limit/endpoints.ts'
import { chassisEndpoints } from '../features/datacenter/chassis/endpoints.ts'
import { cpuSocketEndpoints } from '../features/datacenter/cpu-socket/endpoints.ts'
import { erasureCertificateEndpoints } from '../features/datacenter/erasure-certificate/endpoints.ts'
import { hardwareReportEndpoints } from '../features/datacenter/hardware-report/endpoints.ts'
import { impactEndpoints } from '../features/datacenter/impact/endpoints.ts'
import { importEndpoints } from '../features/datacenter/import/endpoints.ts'
import { locationEndpoints } from '../features/datacenter/location/endpoints.ts'
import { bootServicesEndpoints } from '../features/datacenter/location/services/endpoints.ts'
import { machineEndpoints } from '../features/datacenter/machine/endpoints.ts'
import { operationEndpoints } from '../features/datacenter/operation/endpoints.ts'
import { operationPlanEndpoints } from '../features/datacenter/operation-plan/endpoints.ts'
import { osTemplateEndpoints } from '../features/datacenter/os-template/endpoints.ts'
import { panelEndpoints } from '../features/datacenter/panel/endpoints.ts'
import { pduEndpoints } from '../features/datacenter/pdu/endpoints.ts'
import { pduPortEndpoints } from '../features/datacenter/pdu/port-endpoints.ts'
import { pduConnectionEndpoints } from '../features/datacenter/pdu-connection/endpoints.ts'
import { personEndpoints } from '../features/datacenter/person/endpoints.ts'
import { placementEndpoints } from '../features/datacenter/placement/endpoints.ts'
import { platformEndpoints } from '../features/datacenter/platform/endpoints.ts'
import { rackEndpoints } from '../features/datacenter/rack/endpoints.ts'
import { serverEndpoints } from '../features/datacenter/server/endpoints.ts'
import { serverIpEndpoints } from '../features/datacenter/server-ip/endpoints.ts'
import { switchDriftEndpoints } from '../features/datacenter/switch/drift-endpoints.ts'
import { switchEndpoints } from '../features/datacenter/switch/endpoints.ts'
import { switchPortEndpoints } from '../features/datacenter/switch/port-endpoints.ts'
import { switchConnectionEndpoints } from '../features/datacenter/switch-connection/endpoints.ts'
import { vlanEndpoints } from '../features/datacenter/vlan/endpoints.ts'
import { warehouseEndpoints } from '../features/datacenter/warehouse/endpoints.ts'
import { hostAddressEndpoints, ipEndpoints, ipmgrAddressEndpoints } from '../features/network/ip/endpoints.ts'
import { dcNetworkEndpoints, ipnetEndpoints, ipServiceNetEndpoints } from '../features/network/ipnet/endpoints.ts'
import { ipmgrNetEndpoints } from '../features/network/ipnet/ipmgr-endpoints.ts'
import { ippoolEndpoints, ipServicePoolEndpoints } from '../features/network/ippool/endpoints.ts'
import { ipmgrPoolEndpoints } from '../features/network/ippool/ipmgr-endpoints.ts'
import { nameServerEndpoints } from '../features/network/name-server/endpoints.ts'
import { hostPtrEndpoints, setIpPtrEndpoint } from '../features/network/ptr/endpoints.ts'
import { rangeEndpoints } from '../features/network/range/endpoints.ts'
import { overviewEndpoints } from '../features/platform/overview/endpoints.ts'
import { problemEndpoints } from '../features/platform/problem/endpoints.ts'
import { searchEndpoints } from '../features/platform/search/endpoints.ts'
import { sentenceEndpoints } from '../features/platform/sentence/endpoints.ts'
import { platformSettingEndpoints } from '../features/platform/setting/endpoints.ts'
import { dciTaskEndpoints, taskEndpoints } from '../features/platform/task/endpoints.ts'
import { serverConsoleEndpoints } from '../features/remote/console/endpoints.ts'
import { ipmiEndpoints } from '../features/remote/ipmi/endpoints.ts'
import { pluginEndpoints } from '../features/remote/plugin/endpoints.ts'
import { powerEndpoints } from '../features/remote/power/endpoints.ts'
import { proxyAmtEndpoints, proxyIpmiEndpoints, proxySessionEndpoints } from '../features/remote/proxy/endpoints.ts'
import { proxyLocationEndpoints } from '../features/remote/proxy-location/endpoints.ts'
import { recordingEndpoints } from '../features/remote/recording/endpoints.ts'
import { sensorEndpoints } from '../features/remote/sensor/endpoints.ts'
import { addressGroupEndpoints } from '../features/virtualization/address-group/endpoints.ts'
import { backupEndpoints } from '../features/virtualization/backup/endpoints.ts'
import { backupFilesEndpoints } from '../features/virtualization/backup/files/endpoints.ts'
import { restoreEndpoints } from '../features/virtualization/backup/restore/endpoints.ts'
import { backupLocationEndpoints } from '../features/virtualization/backup-location/endpoints.ts'
import { clusterEndpoints } from '../features/virtualization/cluster/endpoints.ts'
import { diskEndpoints } from '../features/virtualization/disk/endpoints.ts'
import {
  clusterFigureEndpoints,
  hostFigureEndpoints,
  monitoringEndpoints,
  nodeFigureEndpoints,
} from '../features/virtualization/figures/endpoints.ts'
import { hostCloneEndpoints } from '../features/virtualization/host/clone/endpoints.ts'
import { consoleEndpoints } from '../features/virtualization/host/console/endpoints.ts'
import { hostEndpoints } from '../features/virtualization/host/endpoints.ts'
import { guestKeyEndpoints } from '../features/virtualization/host/guest-keys/endpoints.ts'
import { hostIsoEndpoints } from '../features/virtualization/host/iso/endpoints.ts'
import { hostNetworkEndpoints } from '../features/virtualization/host/network/endpoints.ts'
import { hostActionEndpoints } from '../features/virtualization/host/power-endpoints.ts'
import { hostRescueEndpoints } from '../features/virtualization/host/rescue/endpoints.ts'
import { snapshotEndpoints } from '../features/virtualization/host/snapshot/endpoints.ts'
import { spiceEndpoints } from '../features/virtualization/host/spice/endpoints.ts'
import { hostImageEndpoints, imageEndpoints } from '../features/virtualization/image/endpoints.ts'
import { isoEndpoints } from '../features/virtualization/iso/endpoints.ts'
import { isoUploads } from '../features/virtualization/iso/upload.ts'
import { nodeEndpoints } from '../features/virtualization/node/endpoints.ts'
import { osEndpoints } from '../features/virtualization/os/endpoints.ts'
import { presetEndpoints } from '../features/virtualization/preset/endpoints.ts'
import { recipeEndpoints } from '../features/virtualization/recipe/endpoints.ts'
import { rehearsalEndpoints } from '../features/virtualization/rehearsal/endpoints.ts'
import { repositoryEndpoints } from '../features/virtualization/repository/endpoints.ts'
import { scheduleEndpoints } from '../features/virtualization/schedule/endpoints.ts'
import { scriptVariableEndpoints } from '../features/virtualization/script-variable/endpoints.ts'
import { storageEndpoints } from '../features/virtualization/storage/endpoints.ts'
import {
  clusterStorageEndpoints,
  localStorageEndpoints,
  nodeStorageEndpoints,
} from '../features/virtualization/storage/place-endpoints.ts'
import { tagEndpoints } from '../features/virtualization/tag/endpoints.ts'
import { demoEndpoints } from '../simulation/demo/endpoints.ts'
import type { Service } from './endpoint.ts'
import { documented } from './routes.ts'
import { listEndpoints, toRouter } from './trpc.ts'

/** Every operation of the panel: by service, then resource. The one place where features are listed. */
export const catalogue = {
  auth: {
    session: sessionEndpoints,
    token: tokenEndpoints,
    user: userEndpoints,
    acl: accessListEndpoints,
    sshkey: sshKeyEndpoints,
    secondFactor: secondFactorEndpoints,
    passwordRestore: passwordRestoreEndpoints,
    preferences: preferenceEndpoints,
    setting: settingEndpoints,
  },
  vm: {
    account: accountEndpoints,
    cluster: { ...clusterEndpoints, ...clusterFigureEndpoints, ...clusterStorageEndpoints },
    console: consoleEndpoints,
    dcNetwork: dcNetworkEndpoints,
    demo: demoEndpoints,
    disk: diskEndpoints,
    host: {
      ...hostEndpoints,
      ...hostActionEndpoints,
      ...hostAddressEndpoints,
      ...hostFigureEndpoints,
      ...hostRescueEndpoints,
      ...hostImageEndpoints,
      ...hostNetworkEndpoints,
      ptr: hostPtrEndpoints,
      spice: spiceEndpoints,
      ...hostCloneEndpoints,
      iso: hostIsoEndpoints,
      ...guestKeyEndpoints,
    },
    invite: invitationEndpoints,
    ip: { ...ipEndpoints, ptr: setIpPtrEndpoint },
    ipnet: ipnetEndpoints,
    ippool: ippoolEndpoints,
    monitoring: monitoringEndpoints,
    node: { ...nodeEndpoints, ...nodeFigureEndpoints, ...nodeStorageEndpoints },
    image: imageEndpoints,
    // Before systems: theirs is every other word in the place of an id.
    iso: isoEndpoints,
    os: osEndpoints,
    addressGroup: addressGroupEndpoints,
    preset: presetEndpoints,
    range: rangeEndpoints,
    overview: overviewEndpoints,
    problem: problemEndpoints,
    search: searchEndpoints,
    sentence: sentenceEndpoints,
    backup: backupEndpoints,
    backupFiles: backupFilesEndpoints,
    backupLocation: backupLocationEndpoints,
    rehearsal: rehearsalEndpoints,
    schedule: scheduleEndpoints,
    recipe: recipeEndpoints,
    repository: repositoryEndpoints,
    scriptVariable: scriptVariableEndpoints,
    restore: restoreEndpoints,
    settings: platformSettingEndpoints,
    snapshot: snapshotEndpoints,
    storage: { ...localStorageEndpoints, ...storageEndpoints },
    tag: tagEndpoints,
    task: taskEndpoints,
    user: accountUserEndpoints,
    userLimit: userLimitEndpoints,
  },
  dci: {
    ipmgr: { ip: ipmgrAddressEndpoints, ipnet: ipmgrNetEndpoints, ippool: ipmgrPoolEndpoints },
    chassis: chassisEndpoints,
    cpuSocket: cpuSocketEndpoints,
    ip: serverIpEndpoints,
    impact: impactEndpoints,
    ipmi: { ...ipmiEndpoints, sensor: sensorEndpoints },
    import: importEndpoints,
    location: locationEndpoints,
    bootServices: bootServicesEndpoints,
    machine: machineEndpoints,
    operation: operationEndpoints,
    operationPlan: operationPlanEndpoints,
    hardwareReport: hardwareReportEndpoints,
    erasureCertificate: erasureCertificateEndpoints,
    osTemplate: osTemplateEndpoints,
    panel: panelEndpoints,
    pdu: { ...pduEndpoints, port: pduPortEndpoints, connection: pduConnectionEndpoints },
    placement: placementEndpoints,
    platform: platformEndpoints,
    rack: rackEndpoints,
    power: powerEndpoints,
    recording: recordingEndpoints,
    server: serverEndpoints,
    serverConsole: serverConsoleEndpoints,
    switch: {
      ...switchEndpoints,
      ...switchDriftEndpoints,
      port: switchPortEndpoints,
      connection: switchConnectionEndpoints,
    },
    task: dciTaskEndpoints,
    user: personEndpoints,
    vlan: vlanEndpoints,
    warehouse: warehouseEndpoints,
  },
  ip: { ipnet: ipServiceNetEndpoints, ippool: ipServicePoolEndpoints, nameServer: nameServerEndpoints },
  proxy: {
    amt: proxyAmtEndpoints,
    ipmi: proxyIpmiEndpoints,
    location: proxyLocationEndpoints,
    plugin: pluginEndpoints,
    proxySession: proxySessionEndpoints,
  },
}

export const router = toRouter(catalogue)
export type AppRouter = typeof router

/** What takes files in parts, beside the operations. */
export const uploads = [isoUploads]

export const allEndpoints = listEndpoints(catalogue)
/** What the API document of a service describes. */
export const endpointsOf = (service: Service) => documented(service, allEndpoints)
