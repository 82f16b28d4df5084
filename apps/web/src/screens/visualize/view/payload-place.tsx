import type { AreaListItem, VisualizationPayload } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { areasQuery } from '../../../api/areas.ts'
import { configurationsQuery, type Database } from '../../../api/databases.ts'
import { describeError } from '../../../lib/api-error.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { findArea, findDatabase, namesArea } from '../payload/find-place.ts'
import { ChartQuery } from './chart-query.tsx'

interface PlaceProps {
  payload: VisualizationPayload
  agreed: boolean
  onAgree: () => void
}

/** Finds the viewer's own database with the payload's name, and asks if there are several. */
export function PayloadPlace(props: PlaceProps) {
  const { t } = useTranslation()
  const databases = useQuery(configurationsQuery)
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (databases.isPending) return <Looking />
  if (databases.isError) {
    return <Problem text={describeError(databases.error, t('Could not load your databases.'))} />
  }
  const found = findDatabase(databases.data, props.payload)
  if (found.kind === 'none') {
    const name = props.payload.databaseName
    return <Problem text={t('You don\'t have access to a database named "{name}". Nothing was run.', { name })} />
  }
  if (found.kind === 'one') return <AreaPlace {...props} database={found.item} />
  const chosen = found.items.find((database) => database.id === chosenId)
  return (
    <>
      <Choice
        label={t('Database')}
        hint={t('You have several databases with this name. Choose one to run the query on.')}
        chosenId={chosenId}
        options={found.items.map((item) => ({ id: item.id, text: databaseText(item) }))}
        onChoose={setChosenId}
      />
      {chosen !== undefined && <AreaPlace key={chosen.id} {...props} database={chosen} />}
    </>
  )
}

/** Finds the viewer's own business area with the payload's name in the database's application. */
function AreaPlace(props: PlaceProps & { database: Database }) {
  const { t } = useTranslation()
  const { database, payload } = props
  const areas = useQuery(areasQuery(database.application_id))
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (areas.isPending) return <Looking />
  // Without a name, the server can still say whether an area is required.
  if (areas.isError && namesArea(payload.businessAreaName)) {
    return <Problem text={describeError(areas.error, t('Could not load the business areas.'))} />
  }
  const found = findArea(areas.data ?? [], payload)
  if (found === null) return <ChartQuery {...props} area={null} />
  if (found.kind === 'none') {
    const name = payload.businessAreaName
    return <Problem text={t('You don\'t have access to a business area named "{name}". Nothing was run.', { name })} />
  }
  if (found.kind === 'one') return <ChartQuery {...props} area={found.item} />
  const chosen = found.items.find((area) => area.area_id === chosenId)
  return (
    <>
      <Choice
        label={t('Business area')}
        hint={
          namesArea(payload.businessAreaName)
            ? t('You have several business areas with this name. Choose one to run the query in.')
            : t('This query has no business area. Choose one to run it in.')
        }
        chosenId={chosenId}
        options={found.items.map((item) => ({ id: item.area_id, text: areaText(item) }))}
        onChoose={setChosenId}
      />
      {chosen !== undefined && <ChartQuery key={chosen.area_id} {...props} area={chosen} />}
    </>
  )
}

function databaseText(database: Database): string {
  const beside = [database.application_name, database.owner_name].filter((text) => text !== null && text !== '')
  return beside.length === 0 ? database.name : `${database.name} (${beside.join(', ')})`
}

function areaText(area: AreaListItem): string {
  return area.owner_name === null ? area.area_name : `${area.area_name} (${area.owner_name})`
}

interface ChoiceProps {
  label: string
  hint: string
  chosenId: string | null
  options: { id: string; text: string }[]
  onChoose: (id: string) => void
}

function Choice({ label, hint, chosenId, options, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <FieldFrame
      label={label}
      hint={hint}
      className="mt-4 grid max-w-[760px] gap-3 [&>:is(a,button)]:justify-self-start [&_[data-source]]:my-0"
    >
      {(control) => (
        <Select {...control} value={chosenId ?? ''} onChange={(event) => onChoose(event.target.value)}>
          <option value="" disabled>
            {t('Choose...')}
          </option>
          {options.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

function Looking() {
  const { t } = useTranslation()
  return (
    <output className="flex min-h-80 items-center justify-center gap-3 text-muted">
      <Spinner />
      {t('Loading...')}
    </output>
  )
}

function Problem({ text }: { text: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="mt-4 grid max-w-[760px] gap-3 [&>:is(a,button)]:justify-self-start [&_[data-source]]:my-0">
      <Note tone="danger">
        <p>{text}</p>
        <p>{t('Ask an administrator or the person who sent the link for access.')}</p>
      </Note>
    </div>
  )
}
