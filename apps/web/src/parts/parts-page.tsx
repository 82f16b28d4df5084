import { Code, Plus, Table2 } from 'lucide-react'
import { readableSql } from '../lib/ruled-sql.ts'
import { Button, type ButtonStyle } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FeedbackButton } from '../ui/feedback-button.tsx'
import { Field } from '../ui/field.tsx'
import { FoldedSql } from '../ui/folded-sql.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ControlParts } from './control-parts.tsx'
import { GridParts } from './grid-parts.tsx'
import { OverlayParts } from './overlay-parts.tsx'
import { PaneParts } from './pane-parts.tsx'
import { Part } from './part.tsx'

const kinds = ['plain', 'primary', 'quiet', 'danger', 'success'] as const satisfies ButtonStyle['kind'][]
const sizes = ['small', 'normal', 'large'] as const satisfies ButtonStyle['size'][]
const tones = ['info', 'success', 'warning', 'danger'] as const
const sql = [
  'SELECT country, SUM(total) AS revenue',
  'FROM orders',
  "WHERE status = 'paid'",
  'GROUP BY country',
  'ORDER BY revenue DESC',
  'LIMIT 10',
].join('\n')

/** Every part of `ui/` in all of its states. */
export function PartsPage() {
  return (
    <main className="mx-auto flex max-w-240 flex-col gap-8 p-6">
      <h1 className="text-(length:--text-page)/7 font-semibold">Parts</h1>
      <Part name="Button" about="Kinds, sizes, disabled, icon only, and with feedback.">
        {kinds.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center gap-2">
            {sizes.map((size) => (
              <Button key={size} kind={kind} size={size}>
                <Icon of={Plus} /> {kind} {size}
              </Button>
            ))}
            <Button kind={kind} disabled>
              {kind} disabled
            </Button>
            <Button kind={kind} square aria-label={`${kind} icon`}>
              <Icon of={Table2} />
            </Button>
          </div>
        ))}
        <div className="flex items-center gap-2">
          {[true, false].map((works) => (
            <FeedbackButton
              key={String(works)}
              icon={Plus}
              label={works ? 'Works' : 'Fails'}
              doneLabel="Done"
              failedLabel="Failed"
              work={async () => works}
            />
          ))}
          <Spinner />
        </div>
      </Part>
      <Part name="Note" about="A message next to its cause. Errors are read aloud at once, the rest politely.">
        {tones.map((tone) => (
          <Note key={tone} tone={tone}>
            What happened, and what to do next ({tone}).
          </Note>
        ))}
      </Part>
      <Part name="Field" about="A label above; a hint and an error below, which screen readers read with the field.">
        <Field label="Plain" hint="A hint" />
        <Field label="Invalid" defaultValue="x" error="Enter at least two characters." />
        <Field label="Disabled" defaultValue="Fixed" disabled />
        <PasswordField label="Password" defaultValue="secret" />
      </Part>
      <ControlParts />
      <Part name="Disclosure" about="Enter and Space open and close it.">
        <Disclosure icon={Code} label="SQL · 6 lines">
          <FoldedSql lines={readableSql(sql, null, null)} shown={null} numbered />
        </Disclosure>
      </Part>
      <Part name="Folded SQL" about="The first lines; a button shows the rest.">
        <FoldedSql lines={readableSql(sql, null, null)} shown={2} numbered />
      </Part>
      <OverlayParts />
      <PaneParts />
      <GridParts />
    </main>
  )
}
