import { StatusDot } from '@/components/status';
import { formatTimestamp } from '@/lib/timestamp';
import { useCan, useSession } from '@/lib/session';
import { Fact, Nothing, Section } from '@/record/facts';
import facts from '@/record/facts.module.css';
import { bestInterestBlocks } from 'firmbook-later';
import type { BestInterestFile, BestInterestVersion } from 'firmbook-wasm';
import type { RefObject } from 'react';
import type { Owner } from '../api';
import classes from '../best-interest.module.css';
import { isOpen } from '../states';
import { ContractFacts } from './contract-facts';
import { FormActions } from './form-actions';
import { MissingFields } from './missing-fields';
import { SignatureFacts } from './signature-facts';

interface FormViewProps {
  owner: Owner;
  file: BestInterestFile;
  version: BestInterestVersion;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called after a dialog has closed. */
  onClosed: () => void;
}

/** A version of a form: actions, missing fields, signatures and all values. */
export function FormView({ owner, file, version, heading, onClosed }: FormViewProps) {
  const canWrite = useCan('bestInterest', 'write');
  const { timeZone } = useSession().user;
  const { content, number, state, updatedAt, updatedBy } = version;
  const { recommended, replaced } = content;
  return (
    <article className={classes.form} aria-label={`Version ${number}`}>
      <div className={classes.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            Version {number}
          </h2>
          <StatusDot code={state} label={state} />
          <span className={classes.by}>
            Last saved {formatTimestamp(updatedAt, timeZone)}
            {updatedBy !== null && ` by ${updatedBy}`}
          </span>
        </div>
        <FormActions owner={owner} file={file} version={version} canWrite={canWrite} onClosed={onClosed} />
      </div>
      {isOpen(version) && <MissingFields version={version} canWrite={canWrite} />}
      <div className={`${facts.sections} ${classes.facts}`}>
        <SignatureFacts version={version} />
        {bestInterestBlocks(content).map(({ title, fields }) => (
          <Section key={title} title={title}>
            {fields.map(({ path, label, text }) => (
              <Fact key={path} label={label}>
                {text ? <span className={facts.notes}>{text}</span> : <Nothing />}
              </Fact>
            ))}
          </Section>
        ))}
        {recommended && <ContractFacts title="Recommended annuity" contract={recommended} />}
        {replaced && <ContractFacts title="Replaced contract" contract={replaced} />}
      </div>
    </article>
  );
}
