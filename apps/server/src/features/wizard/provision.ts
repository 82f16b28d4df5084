import { message } from '@parlance/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Application } from '@parlance/contract'
import { fileManifest } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { ApplicationsService } from '../connections/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { createSampleDatabase } from './sample-database/create-sample-database.ts'

export const sampleOrigin = 'sample'
const sampleApplication = {
  name: 'Sample Shop',
  description: 'A fictional shop with products, customers, orders, and reviews.',
}

export interface ProvisionDependencies {
  connections: ConnectionsService
  applications: ApplicationsService
  settings: SettingsService
}

/** The sample database, ready for questions. */
export interface SampleDatabase {
  connectionId: string
  application: Application
  path: string
  tableCount: number
}

/** The path of the sample database in a data folder. */
export function samplePath(dataDir: string): string {
  return join(dataDir, 'sample', 'sample-shop.sqlite')
}

/**
 * Creates the sample database, its application and a tested connection, unless they exist. Each step is complete, so
 * that a start after a crash continues where the last one stopped.
 */
export async function ensureSample(
  context: AppContext,
  { connections, applications, settings }: ProvisionDependencies,
): Promise<SampleDatabase> {
  const path = samplePath(context.config.dataDir)
  if (!existsSync(path)) await createSampleDatabase(path, { today: context.now().toISOString().slice(0, 10) })
  const application = await applications.ensure(sampleApplication)
  const connectionId = await ensureConnection(connections, application.id, path)
  const tested = await connections.test(connectionId)
  if (!tested.success)
    throw new AppError('database_unreachable', {
      detail: message('The sample database failed its test. {message}', { message: tested.message }),
    })
  await settings.set('sample_made', true, null)
  return { connectionId, application, path, tableCount: tested.table_count ?? 0 }
}

/**
 * Creates everything at the first start, and only repairs it later. On PostgreSQL the sample's file may be on another
 * machine, so what was tested there stays unchanged.
 */
export async function ensureSampleAtStart(context: AppContext, dependencies: ProvisionDependencies): Promise<void> {
  const existing = await dependencies.connections.findByOrigin(sampleOrigin)
  if (existing === null && (await dependencies.settings.get('sample_made'))) return
  if (existing?.isTested === true) {
    const isHere = existing.file !== null && existsSync(existing.file)
    if (isHere || context.store.isShared) return
  }
  await ensureSample(context, dependencies)
}

async function ensureConnection(connections: ConnectionsService, applicationId: string, path: string): Promise<string> {
  const existing = await connections.findByOrigin(sampleOrigin)
  if (existing !== null) {
    // The data folder may have been moved.
    if (existing.file !== path) await connections.moveFile(existing.id, path)
    return existing.id
  }
  try {
    return await connections.create({
      ...sampleApplication,
      kind: fileManifest.kind,
      config: { database: path },
      applicationId,
      visibility: 'public',
      ownerId: null,
      origin: sampleOrigin,
    })
  } catch (error) {
    const made = isUniqueViolation(error) ? await connections.findByOrigin(sampleOrigin) : null
    if (made === null) throw error
    return made.id
  }
}
