import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '../api/users.ts'
import { FieldFrame } from '../ui/field-frame.tsx'
import { PeoplePicker } from './people-picker.tsx'

interface PersonChoiceProps {
  label: string
  /** What an empty field stands for. */
  all: string
  /** The ID of the chosen user. */
  value: string | undefined
  onChange: (userId: string | undefined) => void
}

/** A field for one user or all, for administrators. Searches the users, also those who may not sign in. */
export function PersonChoice({ label, all, value, onChange }: PersonChoiceProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useQuery({ ...userQuery(value ?? ''), enabled: value !== undefined })
  // A deleted user has only an ID.
  const name = value === undefined ? '' : (chosen.data?.email ?? (chosen.isError ? value : ''))
  return (
    <FieldFrame label={label}>
      {(control) => (
        // A text that is no user goes when the field is left.
        <div onBlur={() => setTyped(null)}>
          <PeoplePicker
            {...control}
            includesInactive
            placeholder={all}
            value={typed ?? name}
            onChange={(text, person) => {
              setTyped(person === null ? text : null)
              if (person !== null) onChange(person.user_id)
              else if (text === '') onChange(undefined)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
