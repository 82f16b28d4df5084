import type { User } from '@parlance/contract'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { JoinsSection } from '../joins/joins-section.tsx'
import { BasicSection } from '../form/basic-section.tsx'
import { checkTables } from '../form/check-area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { DescriptionsSection } from '../tables/descriptions-section.tsx'
import type { StoredTables } from '../tables/stored-tables.ts'
import { TablesSection } from '../tables/tables-section.tsx'
import { DescriptionList, JoinList, TableList } from './read-only-lists.tsx'

const AudiencePanel = lazy(async () => ({
  default: (await import('../audience/audience-panel.tsx')).AudiencePanel,
}))

export interface PartProps {
  editor: AreaEditor
  me: User
  readOnly: boolean
}

interface BasicPartProps extends Omit<PartProps, 'me'> {
  hasVisibility: boolean
  inDraft?: boolean
  besideInstructions?: ReactNode
}

/** The first section of an area, in the dialog and on the page. */
export function BasicPart({ editor, inDraft = false, ...rest }: BasicPartProps) {
  const { base, form, edit, fields, limits } = editor
  return (
    <BasicSection
      form={form}
      edit={edit}
      fields={fields}
      limits={limits}
      applicationName={base?.application_name ?? null}
      isNew={base === null}
      inDraft={inDraft}
      {...rest}
    />
  )
}

/** The tables, as a list for users who may not edit the area. */
export function TablesPart({ editor, me, readOnly, hasDescriptions }: PartProps & { hasDescriptions: boolean }) {
  const { t } = useTranslation()
  const { base, form, edit, fields, limits, available, found } = editor
  const stored = useStoredTables(editor)
  // Report too many or unknown tables at once, but missing tables only after saving was refused.
  const early = form.tables.length === 0 ? null : checkTables(form, available.index, limits, t)
  if (readOnly && base !== null) return <TableList area={base} />
  return (
    <TablesSection
      form={form}
      edit={edit}
      available={available}
      problem={fields.formState.errors.tables?.message ?? early}
      found={found}
      stored={stored}
      isAdmin={me.role === 'ADMIN'}
      hasDescriptions={hasDescriptions}
    />
  )
}

/** The relationships, as a list for users who may not edit the area. */
export function JoinsPart({ editor, readOnly }: Omit<PartProps, 'me'>) {
  const { base, form, edit, fields, available, found } = editor
  if (readOnly && base !== null) return <JoinList area={base} />
  return (
    <JoinsSection
      form={form}
      edit={edit}
      columnsOf={available.columnsOf}
      problem={fields.formState.errors.joins?.message ?? null}
      found={found}
    />
  )
}

/** The descriptions of tables and columns, as a list for users who may not edit the area. */
export function DescriptionsPart({ editor, me, readOnly }: PartProps) {
  const { base, form, edit, available } = editor
  const stored = useStoredTables(editor)
  if (readOnly && base !== null) return <DescriptionList area={base} />
  return (
    <DescriptionsSection form={form} edit={edit} available={available} stored={stored} isAdmin={me.role === 'ADMIN'} />
  )
}

/** Who will see what of the area as it is edited. */
export function AudiencePart(props: { editor: AreaEditor; isBesideDialog?: boolean }) {
  return (
    <Suspense>
      <AudiencePanel {...props} />
    </Suspense>
  )
}

function useStoredTables({ base }: AreaEditor): StoredTables {
  return useMemo(() => {
    const tables = base?.tables ?? []
    return new Map(tables.map((table) => [table.table_name, { isMissing: table.is_missing, type: table.object_type }]))
  }, [base])
}
