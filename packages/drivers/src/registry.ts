import type { DatabaseKind } from '@parlance/contract'
import { bigqueryManifest } from './bigquery/manifest.ts'
import { DriverError, type Driver, type DriverManifest } from './contract.ts'
import { dremioManifest } from './dremio/manifest.ts'
import { googlesheetsManifest } from './googlesheets/manifest.ts'
import { hanaManifest } from './hana/manifest.ts'
import { loadLibrary } from './library.ts'
import { mongodbManifest } from './mongodb/manifest.ts'
import { mysqlManifest } from './mysql/manifest.ts'
import { oracleManifest } from './oracle/manifest.ts'
import { postgresqlManifest } from './postgresql/manifest.ts'
import { snowflakeManifest } from './snowflake/manifest.ts'
import { sqliteManifest } from './sqlite/manifest.ts'
import { sqlserverManifest } from './sqlserver/manifest.ts'

interface Entry {
  manifest: DriverManifest
  /** Loads the driver when it is first used. */
  load: () => Promise<Driver>
}

const entries: Entry[] = [
  { manifest: postgresqlManifest, load: async () => (await import('./postgresql/driver.ts')).postgresqlDriver },
  { manifest: mysqlManifest, load: async () => (await import('./mysql/driver.ts')).mysqlDriver },
  {
    manifest: sqlserverManifest,
    load: async () => await loadLibrary('tedious', async () => (await import('./sqlserver/driver.ts')).sqlserverDriver),
  },
  {
    manifest: oracleManifest,
    load: async () => await loadLibrary('oracledb', async () => (await import('./oracle/driver.ts')).oracleDriver),
  },
  { manifest: sqliteManifest, load: async () => (await import('./sqlite/driver.ts')).sqliteDriver },
  {
    manifest: snowflakeManifest,
    load: async () =>
      await loadLibrary('snowflake-sdk', async () => (await import('./snowflake/driver.ts')).snowflakeDriver),
  },
  { manifest: bigqueryManifest, load: async () => (await import('./bigquery/driver.ts')).bigqueryDriver },
  { manifest: dremioManifest, load: async () => (await import('./dremio/driver.ts')).dremioDriver },
  { manifest: mongodbManifest, load: async () => (await import('./mongodb/driver.ts')).mongodbDriver },
  {
    manifest: hanaManifest,
    load: async () => await loadLibrary('hdb', async () => (await import('./hana/driver.ts')).hanaDriver),
  },
  {
    manifest: googlesheetsManifest,
    load: async () => (await import('./googlesheets/driver.ts')).googlesheetsDriver,
  },
]

/** The manifests of all kinds, in the order in which people see them, without loading a client library. */
export const manifests: DriverManifest[] = entries.map((entry) => entry.manifest)

const replaced = new Map<DatabaseKind, Driver>()

/** Puts another driver in the place of a kind's own, null to undo it: for tests, whose stand-ins are not where a service is. */
export function replaceDriver(kind: DatabaseKind, driver: Driver | null): void {
  if (driver === null) replaced.delete(kind)
  else replaced.set(kind, driver)
}

/** @throws DriverError unsupported, for a kind whose client library is not installed, and for no kind at all */
export async function driverFor(kind: DatabaseKind): Promise<Driver> {
  const entry = entries.find((candidate) => candidate.manifest.kind === kind)
  if (entry === undefined) throw new DriverError('unsupported', `There is no driver for ${kind}.`)
  return replaced.get(kind) ?? (await entry.load())
}
