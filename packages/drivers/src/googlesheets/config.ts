import { z } from 'zod'
import type { ConnectionConfig } from '../contract.ts'
import { readAccountFile, type GoogleAccount } from '../google/account.ts'
import { googlesheetsManifest } from './manifest.ts'

const configSchema = z.object({
  spreadsheet_id: z.string(),
  credentials_path: z.string(),
  auth_type: z.enum(['service_account', 'oauth2']),
  sync_on_connect: z.boolean(),
  auto_sync_interval: z.number(),
})
export type SheetsConfig = z.infer<typeof configSchema>

/** @throws ZodError when the form's fields don't match the manifest */
export function readConfig(config: ConnectionConfig): SheetsConfig {
  return configSchema.parse(googlesheetsManifest.configSchema.parse(config))
}

/** @throws DriverError */
export async function readAccount(config: SheetsConfig): Promise<GoogleAccount> {
  return await readAccountFile(config.credentials_path, config.auth_type)
}
