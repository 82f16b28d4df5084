import type { CustomFormat } from '@parlance/contract'
import { customFormatSchema } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Select } from '../../../ui/select.tsx'

/** The usual CSV format. */
export const usualFormat: CustomFormat = customFormatSchema.parse({})

interface CustomExportDialogProps {
  format: CustomFormat
  onClose: () => void
  onExport: (format: CustomFormat) => void
}

/** Asks for the format of a custom text file. */
export function CustomExportDialog({ format, onClose, onExport }: CustomExportDialogProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(format)
  const [problem, setProblem] = useState<string | null>(null)
  const edit = (change: Partial<CustomFormat>) => setForm((before) => ({ ...before, ...change }))
  const save = () => {
    const checked = customFormatSchema.safeParse(form)
    if (checked.success) return onExport(checked.data)
    return setProblem(t("Use up to 20 characters without quotes. The text can't start with =, +, -, or @."))
  }
  return (
    <Modal open onClose={onClose} title={t('Custom export')} width={480}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Choice
          label={t('Column separator')}
          value={form.delimiter}
          options={{ ',': t('Comma'), ';': t('Semicolon'), '\t': t('Tab'), '|': t('Pipe') }}
          onChange={(delimiter) => edit({ delimiter })}
        />
        <Choice
          label={t('Decimal separator')}
          value={form.decimal}
          options={{ '.': t('Period (1.5)'), ',': t('Comma (1,5)') }}
          onChange={(decimal) => edit({ decimal })}
        />
        <Choice
          label={t('Line endings')}
          value={form.line_end}
          options={{ crlf: t('CR LF (Windows)'), lf: t('LF (Unix)') }}
          onChange={(line_end) => edit({ line_end })}
        />
        <Field
          label={t('Text for NULL')}
          hint={t('Leave blank for an empty cell.')}
          error={problem ?? undefined}
          maxLength={20}
          value={form.null_text}
          onChange={(event) => {
            setProblem(null)
            edit({ null_text: event.target.value })
          }}
        />
        <Check label={t('Include column names')} isOn={form.header} onChange={(header) => edit({ header })} />
        <Check
          label={t('Add a byte order mark for Excel')}
          isOn={form.byte_order_mark}
          onChange={(byte_order_mark) => edit({ byte_order_mark })}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('Export')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: Record<Value, string>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const isOption = (text: string): text is Value => text in options
  return (
    <FieldFrame label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => isOption(event.target.value) && onChange(event.target.value)}
        >
          {Object.entries<string>(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox checked={isOn} onChange={(event) => onChange(event.target.checked)}>
      {label}
    </Checkbox>
  )
}
