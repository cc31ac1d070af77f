import { endpoint } from '../../../api/endpoint.ts'
import { serveRow } from '../../../api/list/serve.ts'
import type { Cluster } from '../../../domain/cluster/record.ts'
import {
  busy,
  busyQuery,
  clusterFigures,
  figureQuery,
  figures,
  hostTraffic,
  metricSeries,
  metricsQuery,
  monitorTargets,
  targetQuery,
  trafficQuery,
  writerStatus,
} from '../../../domain/figures/schema.ts'
import type { Node } from '../../../domain/node/record.ts'
import { idMaybeTask } from '../../../domain/shared/fields.ts'
import { clusterListFor } from '../cluster/list.ts'
import { readHost } from '../host/service.ts'
import { nodeList } from '../node/list.ts'
import { whatIsBusy } from './busy.ts'
import { askedOf, seriesOf } from './metrics.ts'
import { makeReport } from './report.ts'
import { figuresOf, figuresOfCluster, monitorTargets as listTargets, readWriterStatus, trafficOf } from './service.ts'

const common = { service: 'vm', tag: 'monitoring' } as const
const ofHost = { ...common, access: 'user' } as const
const ofNode = { ...common, access: 'admin' } as const
const kept = 'Read every 15 seconds and kept for a year, older ones as means of longer times.'
const names =
  'Series are named `cpu.…`, `pressure.…`, `disk.<name>.…`, `net.<name>.…`; which values there are says the operation `figures`.'
const nowS = () => Math.floor(Date.now() / 1000)

/** What VMs, nodes and clusters used. */
export const hostFigureEndpoints = {
  figures: endpoint({
    ...ofHost,
    method: 'GET',
    path: '/host/{host_id}/figures',
    summary: 'Show what a VM used over time',
    description: kept,
    query: figureQuery,
    answer: figures,
    async run(ctx, { params, query }) {
      await readHost(ctx, params.host_id)
      return figuresOf('host', params.host_id, query)
    },
  }),
  metrics: endpoint({
    ...ofHost,
    method: 'GET',
    path: '/host/{host_id}/metrics',
    summary: 'Read load statistics of a VM',
    description: `${kept} ${names}`,
    query: metricsQuery,
    answer: metricSeries,
    async run(ctx, { params, query }) {
      const asked = askedOf(query, nowS())
      await readHost(ctx, params.host_id)
      return seriesOf(await figuresOf('host', params.host_id, asked), query.target)
    },
  }),
  traffic: endpoint({
    ...ofHost,
    method: 'GET',
    path: '/host/{host_id}/traffic',
    summary: 'Show how much a VM received and sent in a month',
    description: 'By the readings of its interfaces: what passed while its node could not be read is not in it.',
    query: trafficQuery,
    answer: hostTraffic,
    async run(ctx, { params, query }) {
      await readHost(ctx, params.host_id)
      return trafficOf(params.host_id, query.month)
    },
  }),
}

/** A node that is not there answers so. */
const readNode = (ctx: Parameters<typeof readHost>[0], id: number) => serveRow<Node>(nodeList, ctx, id)

export const nodeFigureEndpoints = {
  figures: endpoint({
    ...ofNode,
    method: 'GET',
    path: '/node/{node_id}/figures',
    summary: 'Show what a node used over time',
    description: kept,
    query: figureQuery,
    answer: figures,
    async run(ctx, { params, query }) {
      await readNode(ctx, params.node_id)
      return figuresOf('node', params.node_id, query)
    },
  }),
  metrics: endpoint({
    ...ofNode,
    method: 'GET',
    path: '/node/{node_id}/metrics',
    summary: 'Read load statistics of a node',
    description: `${kept} ${names}`,
    query: metricsQuery,
    answer: metricSeries,
    async run(ctx, { params, query }) {
      const asked = askedOf(query, nowS())
      await readNode(ctx, params.node_id)
      return seriesOf(await figuresOf('node', params.node_id, asked), query.target)
    },
  }),
}

export const clusterFigureEndpoints = {
  figures: endpoint({
    ...common,
    access: 'admin',
    method: 'GET',
    path: '/cluster/{cluster_id}/figures',
    summary: 'Show what the nodes of a cluster used together over time',
    description: kept,
    query: figureQuery,
    answer: clusterFigures,
    async run(ctx, { params, query }) {
      await serveRow<Cluster>(clusterListFor(ctx.actor), ctx, params.cluster_id)
      return figuresOfCluster(params.cluster_id, query)
    },
  }),
}

export const monitoringEndpoints = {
  busy: endpoint({
    ...common,
    access: 'admin',
    method: 'GET',
    path: '/busy',
    summary: 'List the busiest VMs and nodes',
    description: 'The first ten VMs by each measure, memory by the share in use, and twenty nodes by pressure.',
    query: busyQuery,
    answer: busy,
    run: (_, { query }) => whatIsBusy(query.span),
  }),
  targets: endpoint({
    ...common,
    access: 'user',
    method: 'GET',
    path: '/monitor_target',
    summary: 'List what is to be monitored',
    description: 'Users get their own VMs, administrators all VMs and nodes.',
    query: targetQuery,
    answer: monitorTargets,
    run: (ctx, { query }) => listTargets(ctx.actor, query),
  }),
  writerStatus: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    readOnly: true,
    path: '/writer_status',
    summary: 'Report the state of the statistics writer',
    description: 'The panel writes statistics itself: this says whether it does.',
    answer: writerStatus,
    run: () => readWriterStatus(),
  }),
  sendReport: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    about: 'task',
    path: '/metrics/sendreport',
    summary: 'Make a statistics report',
    description:
      'The panel sends nothing about itself anywhere. The report has numbers only (clusters, nodes, VMs, addresses, accounts, tasks) and stays with its task: `GET /task/{id}`, `output`.',
    answer: idMaybeTask,
    run: (ctx) => makeReport(ctx),
  }),
}
