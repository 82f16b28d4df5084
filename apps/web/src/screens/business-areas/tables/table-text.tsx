import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { invalidTables, tablesOfText, type AreaForm, type EditForm } from '../form/area-form.ts'
import { findTable, formatTableNames, parseTableNames } from '../form/table-names.ts'
import type { AvailableTables } from '../form/use-available-tables.ts'

interface TableTextProps {
  form: Pick<AreaForm, 'tableMode' | 'tableText' | 'tables'>
  edit: EditForm
  available: AvailableTables
  isBad: boolean
}

/** Table names as a text. */
export function TableText({ form, edit, available, isBad }: TableTextProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [initial] = useState(form.tableText)
  // The browser keeps the text: writing ten thousand names back on every key press would slow down typing.
  useEffect(() => {
    if (field.current !== null && field.current.value !== form.tableText) field.current.value = form.tableText
  }, [form.tableText])
  const hasInvalid = invalidTables(form, available.index).length > 0
  const settle = () => edit((now) => ({ tables: tablesOfText(now, available.index) }))
  const removeInvalid = () =>
    edit((now) => {
      const { index } = available
      const kept = parseTableNames(now.tableText).filter((name) => index === null || findTable(index, name) !== null)
      const tableText = formatTableNames(kept)
      return { tableText, tables: tablesOfText({ ...now, tableText }, index) }
    })
  return (
    <>
      <FieldFrame
        label={t('Table names')}
        hint={t('Separate names with commas. Put a name that contains a comma in double quotes.')}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            name="tables"
            className="font-mono md:text-[13px]"
            aria-invalid={isBad}
            rows={4}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="customers, orders, products, order_items"
            defaultValue={initial}
            onChange={(event) => edit({ tableText: event.target.value })}
            onBlur={settle}
          />
        )}
      </FieldFrame>
      {hasInvalid && (
        <Button size="small" className="mt-2" onClick={removeInvalid}>
          {t('Remove invalid names')}
        </Button>
      )}
    </>
  )
}
