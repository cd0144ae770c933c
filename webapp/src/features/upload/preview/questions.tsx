import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import type { Answer, Question } from 'firmbook-wasm';
import classes from '../upload.module.css';

interface QuestionsProps {
  questions: readonly Question[];
  isBusy: boolean;
  onAnswer: (answer: Answer) => void;
}

const ORDER: ('label' | 'description' | 'input')[] = ['label', 'description', 'input'];

/** Questions about ambiguities in the file, open or answered. */
export function Questions({ questions, isBusy, onAnswer }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Questions">
      <h2>Questions</h2>
      <ul className={classes.list}>
        {questions.map(({ id, text, samples, choices, answer, isOpen }) => (
          <li key={id} className={classes.item}>
            <Radio.Group
              inputWrapperOrder={ORDER}
              label={text}
              description={samples.length > 0 ? `For instance ${samples.join(', ')}` : undefined}
              value={answer}
              onChange={(choice) => onAnswer({ question: id, choice })}
            >
              <div className={classes.choices}>
                {choices.map(({ code, label, rows }) => (
                  <Radio
                    key={code}
                    value={code}
                    disabled={isBusy}
                    label={`${label} (${rows.toLocaleString('en-US')} ${rows === 1 ? 'value' : 'values'})`}
                  />
                ))}
              </div>
            </Radio.Group>
            {isOpen && (
              <p>
                <span className={classes.tag} data-tone="warning">
                  Answer before the import
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
