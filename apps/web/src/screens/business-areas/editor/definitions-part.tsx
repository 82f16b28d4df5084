import type { Definitions } from '@parlance/contract'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { DefinitionPlace, ListName } from '../definitions/definition-place.ts'
import { AskedWords } from '../definition-proposals/asked-words.tsx'
import { placeOf } from '../definition-proposals/place-of.ts'
import { takeItems } from '../definition-files/take-items.ts'
import { DefinitionProposals } from '../definition-proposals/definition-proposals.tsx'
import { joinsOf } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { useRuleSources } from '../security/rule-sources.ts'
import { useUses } from '../definitions/use-uses.ts'
import type { RuleChecks } from './use-rule-checks.ts'

const DefinitionsSection = lazy(async () => ({
  default: (await import('../definitions/definitions-section.tsx')).DefinitionsSection,
}))

const DefinitionPreview = lazy(async () => ({
  default: (await import('../definitions/definition-preview.tsx')).DefinitionPreview,
}))

interface DefinitionsPartProps {
  editor: AreaEditor
  readOnly: boolean
  checks: RuleChecks
  isShown: boolean
  place: DefinitionPlace
  onPlace: (place: DefinitionPlace) => void
}

/** The definitions, from the first time that they are shown. */
export function DefinitionsPart({ isShown, ...props }: DefinitionsPartProps) {
  const { fields } = props.editor
  const isRefused = fields.formState.errors.definitions !== undefined
  const [wasShown, setWasShown] = useState(isShown)
  if ((isShown || isRefused) && !wasShown) setWasShown(true)
  return wasShown && <ShownDefinitions {...props} isRefused={isRefused} />
}

function ShownDefinitions(props: Omit<DefinitionsPartProps, 'isShown'> & { isRefused: boolean }) {
  const { editor, readOnly, checks, isRefused, place, onPlace } = props
  const { base, form, edit, fields, available } = editor
  const tables = useMemo(() => form.tables.map((table) => table.table_name), [form.tables])
  const [previewed, setPreviewed] = useState<{ list: ListName; name: string } | null>(null)
  const { joins } = useRuleSources(form, !readOnly)
  const areaJoins = useMemo(() => joinsOf({ joins: form.joins }), [form.joins])
  const change = useCallback(
    (next: (now: Definitions) => Definitions) => edit((now) => ({ definitions: next(now.definitions) })),
    [edit],
  )
  return (
    <>
      <DefinitionsSection
        value={form.definitions}
        stored={base?.definitions ?? null}
        readOnly={readOnly}
        tables={tables}
        columnsOf={available.columnsOf}
        joins={joins}
        areaJoins={areaJoins}
        areaId={base?.area_id ?? null}
        problems={checks.definitions}
        usesOf={useUses(readOnly ? null : (base?.area_id ?? null))}
        attempts={fields.formState.submitCount}
        isRefused={isRefused}
        place={place}
        onPlace={onPlace}
        actions={readOnly ? undefined : <DefinitionProposals editor={editor} onPlace={onPlace} />}
        notes={
          <AskedWords
            areaId={readOnly ? null : (base?.area_id ?? null)}
            onDefine={(items) => {
              edit((now) => takeItems(now, items))
              const [first] = items
              const shown = first === undefined ? null : placeOf(first)
              if (shown !== null) onPlace(shown)
            }}
          />
        }
        onChange={change}
        onPreview={base === null ? null : (list, name) => setPreviewed({ list, name })}
      />
      {base !== null && (
        <Suspense>
          {previewed !== null && (
            <DefinitionPreview {...previewed} area={base} form={form} onClose={() => setPreviewed(null)} />
          )}
        </Suspense>
      )}
    </>
  )
}
