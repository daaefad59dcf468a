import { render } from "preact";
import { address, route } from "./route";
import { views } from "./views";
import { chooseLanguage, language, LANGUAGES, words } from "./words/words";

function Page() {
  const [name = "", ...parts] = route.value;
  const View = views[name];
  return (
    <>
      <header>
        <a href={address()} class="title">
          {words().page.title}
        </a>
        <nav aria-label={words().page.language}>
          {Object.entries(LANGUAGES).map(([code, title]) => (
            <button
              type="button"
              lang={code}
              aria-pressed={code === language.value}
              onClick={() => chooseLanguage(code)}
            >
              {title}
            </button>
          ))}
        </nav>
      </header>
      <main>{View ? <View parts={parts} /> : <p>{words().page.noSuchView(name)}</p>}</main>
    </>
  );
}

const root = document.getElementById("page");
if (root !== null) render(<Page />, root);
