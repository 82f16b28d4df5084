import type { AuditChange, AuditDetail } from '@parlance/contract'
import type { ConnectionConfig } from '@parlance/drivers'
import type { ConnectionRow } from '../../store/schema.ts'
import { changesBetween, hiddenChange } from '../audit/service.ts'
import { secretFields } from './settings.ts'

/** A connection with its settings in plain text. */
interface Opened {
  row: ConnectionRow
  config: ConnectionConfig
}

/** The settings that the audit log shows. It says of all others only that they changed. */
const shownSettings = ['host', 'port', 'database', 'schema_name', 'username'] as const

/** What a change of a connection changed, without its secrets (R21). */
export function recordedChanges(before: Opened, after: Opened): AuditChange[] {
  const names = new Set([...Object.keys(before.config), ...Object.keys(after.config)])
  const changed = [...names].filter((name) => (before.config[name] || null) !== (after.config[name] || null))
  const secrets = new Set([...secretFields(before.row.kind), ...secretFields(after.row.kind)])
  const isShown = (name: string) => shownSettings.some((shown) => shown === name) && !secrets.has(name)
  const hasOthers = changed.some((name) => !secrets.has(name) && !isShown(name))
  return [
    ...changesBetween(shown(before), shown(after)),
    ...(before.row.description === after.row.description ? [] : [hiddenChange('description')]),
    ...(changed.some((name) => secrets.has(name)) ? [hiddenChange('password')] : []),
    ...(hasOthers ? [hiddenChange('settings')] : []),
  ]

  function shown({ row, config }: Opened): AuditDetail {
    const { name, visibility, kind, application_id } = row
    const settings = shownSettings.filter(isShown).map((field) => [field, shortened(config[field])])
    return { name, visibility, kind, application_id, ...Object.fromEntries(settings) }
  }
}

function shortened(value: ConnectionConfig[string] | undefined): string | number | null {
  return typeof value === 'number' ? value : String(value ?? '').slice(0, 200) || null
}
