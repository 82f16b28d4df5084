import type { ActionTexts } from './audit-actions/action-texts.ts'
import { areaActions } from './audit-actions/areas.ts'
import { conversationActions, queryActions } from './audit-actions/conversations.ts'
import { databaseActions } from './audit-actions/databases.ts'
import { installationActions } from './audit-actions/installation.ts'
import { peopleActions } from './audit-actions/people.ts'
import { qualityActions } from './audit-actions/quality.ts'

export const auditGroups = [
  'people',
  'databases',
  'areas',
  'quality',
  'conversations',
  'queries',
  'installation',
] as const
export type AuditGroup = (typeof auditGroups)[number]

/** Everything that the audit log records, in groups. To add an action, write its sentences in the file of its group. */
const auditActionGroups = {
  people: peopleActions,
  databases: databaseActions,
  areas: areaActions,
  quality: qualityActions,
  conversations: conversationActions,
  queries: queryActions,
  installation: installationActions,
} as const satisfies Record<AuditGroup, Record<string, ActionTexts>>

type ActionIn<Group> = Group extends unknown ? keyof Group : never
/** A noun and a verb, such as `user.approve`. */
export type AuditAction = ActionIn<(typeof auditActionGroups)[AuditGroup]>

const textsOf: ReadonlyMap<string, ActionTexts> = new Map(Object.values(auditActionGroups).flatMap(Object.entries))
const groupOf: ReadonlyMap<string, AuditGroup> = new Map(
  auditGroups.flatMap((group) => Object.keys(auditActionGroups[group]).map((action) => [action, group])),
)

/** Every action in the log, in order. */
export const auditActions: string[] = [...textsOf.keys()].toSorted()

/** @returns the sentences of an action; undefined for one of another version */
export function auditTextsOf(action: string): ActionTexts | undefined {
  return textsOf.get(action)
}

/** @returns the group of an action */
export function auditGroupOf(action: string): AuditGroup {
  return groupOf.get(action) ?? 'installation'
}
