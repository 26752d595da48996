import { Page } from '../Page.tsx';
import { DueNow } from './DueNow.tsx';
import { Greeting } from './Greeting.tsx';
import { Numbers } from './Numbers.tsx';
import { WaitingNow } from './WaitingNow.tsx';
import './home.css';

/** Where a doctor begins: on duty or not, how the day stands, who waits, and what needs the doctor. */
export function Home() {
  return (
    <Page>
      <Greeting />
      <Numbers />
      <div className="home-columns">
        <WaitingNow />
        <DueNow />
      </div>
    </Page>
  );
}
