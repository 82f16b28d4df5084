import { databaseKinds, isDatabaseKind, message, type DatabaseKind } from '@parlance/contract'
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

interface Entry<Kind extends DatabaseKind> {
  manifest: DriverManifest<Kind>
  /** Loads the driver on first use. */
  load: () => Promise<Driver>
}

const registry = {
  postgresql: {
    manifest: postgresqlManifest,
    load: async () => (await import('./postgresql/driver.ts')).postgresqlDriver,
  },
  mysql: { manifest: mysqlManifest, load: async () => (await import('./mysql/driver.ts')).mysqlDriver },
  sqlserver: {
    manifest: sqlserverManifest,
    load: async () => await loadLibrary('tedious', async () => (await import('./sqlserver/driver.ts')).sqlserverDriver),
  },
  oracle: {
    manifest: oracleManifest,
    load: async () => await loadLibrary('oracledb', async () => (await import('./oracle/driver.ts')).oracleDriver),
  },
  sqlite: { manifest: sqliteManifest, load: async () => (await import('./sqlite/driver.ts')).sqliteDriver },
  snowflake: {
    manifest: snowflakeManifest,
    load: async () =>
      await loadLibrary('snowflake-sdk', async () => (await import('./snowflake/driver.ts')).snowflakeDriver),
  },
  bigquery: { manifest: bigqueryManifest, load: async () => (await import('./bigquery/driver.ts')).bigqueryDriver },
  dremio: { manifest: dremioManifest, load: async () => (await import('./dremio/driver.ts')).dremioDriver },
  mongodb: { manifest: mongodbManifest, load: async () => (await import('./mongodb/driver.ts')).mongodbDriver },
  hana: {
    manifest: hanaManifest,
    load: async () => await loadLibrary('hdb', async () => (await import('./hana/driver.ts')).hanaDriver),
  },
  googlesheets: {
    manifest: googlesheetsManifest,
    load: async () => (await import('./googlesheets/driver.ts')).googlesheetsDriver,
  },
} satisfies { [Kind in DatabaseKind]: Entry<Kind> }

/** The manifests of all kinds in display order, without loading a client library. */
export const manifests: DriverManifest[] = databaseKinds.map((kind) => registry[kind].manifest)

/** The kind that opens files created by the product: the sample, a file from the command line, tables of a message. */
export const fileManifest: DriverManifest = registry.sqlite.manifest

export function manifestOf(kind: DatabaseKind): DriverManifest {
  return registry[kind].manifest
}

/** Finds the manifest of a stored kind; null for one that only a newer version supports. */
export function findManifest(kind: string): DriverManifest | null {
  return isDatabaseKind(kind) ? manifestOf(kind) : null
}

const replaced = new Map<DatabaseKind, Driver>()
/** Importing a module again takes long, although Node has it. */
const loaded = new Map<DatabaseKind, Driver>()

/** For tests: replaces a kind's driver, because a stand-in has another address than the service; null restores it. */
export function replaceDriver(kind: DatabaseKind, driver: Driver | null): void {
  if (driver === null) replaced.delete(kind)
  else replaced.set(kind, driver)
}

/**
 * @throws DriverError unsupported for a kind whose client library is not installed, or that only a newer version
 * supports
 */
export async function driverFor(kind: string): Promise<Driver> {
  if (!isDatabaseKind(kind)) {
    throw new DriverError('unsupported', message('There is no driver for {kind}.', { kind }))
  }
  const known = replaced.get(kind) ?? loaded.get(kind)
  if (known !== undefined) return known
  const driver = await registry[kind].load()
  loaded.set(kind, driver)
  return driver
}
