import { quickAddParameters, type AreaJoin, type RowCount, type UserAttributeCounts } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../../api/auth.ts'
import { suggestedJoinsQuery, userAttributesQuery } from '../../../api/areas.ts'
import { joinsOf, type AreaForm } from '../form/area-form.ts'

/** What the editor of row rules can suggest. */
export interface RuleSources {
  /** The attributes that users have; null if they are not known. */
  attributes: UserAttributeCounts | null
  /** The area's relationships, then the foreign keys between its tables. */
  joins: readonly AreaJoin[]
  /** The parameters that the rules describe. */
  parameters?: Record<string, string> | undefined
  /** The counted rows of tables without a rule. */
  openTables?: readonly RowCount[]
  /** Whether the caller may give users new attributes. */
  mayAddAttributes?: boolean
}

export const noSources: RuleSources = { attributes: null, joins: [] }

const SourcesContext = createContext<RuleSources>(noSources)
export const RuleSourcesProvider = SourcesContext.Provider

export function useRuleJoins(): readonly AreaJoin[] {
  return useContext(SourcesContext).joins
}

/** Loads what the editor of an area's row rules can suggest. Without it, the rules can still be written. */
export function useRuleSources(form: AreaForm, isEditable: boolean): RuleSources {
  const { application_id, tables, joins } = form
  const applicationId = isEditable && application_id !== '' ? application_id : null
  const deferred = useDeferredValue(tables)
  const names = useMemo(() => deferred.map((table) => table.table_name), [deferred])
  const attributes = useQuery(userAttributesQuery(applicationId)).data ?? null
  const mayAddAttributes = useQuery(meQuery).data?.role === 'ADMIN'
  const suggested = useQuery(suggestedJoinsQuery(applicationId, names)).data?.joins
  return useMemo(
    () => ({ attributes, joins: [...joinsOf({ joins }), ...(suggested ?? [])], mayAddAttributes }),
    [attributes, joins, suggested, mayAddAttributes],
  )
}

/** Whether the completion of `:user.` offers a new attribute. */
export function useMayAddAttributes(): boolean {
  return useContext(SourcesContext).mayAddAttributes ?? false
}

/** The rows that everyone sees of a table without a rule; null if they are not counted. */
export function useOpenRows(): (table: string) => RowCount | null {
  const { openTables = [] } = useContext(SourcesContext)
  return (table) => openTables.find(({ table_name: name, rows }) => name === table && rows !== null) ?? null
}

/** The parameters that a condition can use, users' attributes first. */
export function useRuleParameters(): readonly string[] {
  const { attributes, parameters } = useContext(SourcesContext)
  return useMemo(() => {
    const keys = (attributes?.attributes ?? []).map(({ key }) => `:user.${key}`)
    return [...new Set([...keys, ...quickAddParameters, ...Object.keys(parameters ?? {})])]
  }, [attributes, parameters])
}

/** How many users have a value for a parameter; null if it isn't an attribute. */
export function useParameterNote(): (name: string) => string | null {
  const { t } = useTranslation()
  const { attributes } = useContext(SourcesContext)
  return (name) => {
    const found = attributes?.attributes.find(({ key }) => `:user.${key}` === name)
    if (attributes === null || found === undefined) return null
    return t('{n, number} of {all, plural, one {# user has} other {# users have}} a value', {
      n: found.users,
      all: attributes.active_users,
    })
  }
}
