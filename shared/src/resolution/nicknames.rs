//! Given names with their nicknames and spellings.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A name, followed by its nicknames, abbreviations and other spellings. Sorted by name.
const NAMES: [(&str, &str); 194] = [
    ("aaron", "aron ron ronnie"),
    ("abigail", "abby abbey abbie gail"),
    ("abraham", "abe abram"),
    ("adam", "ad"),
    ("adelaide", "addie adele heidi"),
    ("agnes", "aggie"),
    ("alan", "al allan allen"),
    ("albert", "al bert bertie"),
    ("alejandro", "alex alejo"),
    ("alexander", "al alec alex sandy xander zander lex"),
    ("alexandra", "alex alexa lexi lexie sandra sandy sasha"),
    ("alfred", "al alf alfie fred freddie freddy"),
    ("alice", "alicia ally allie"),
    ("amanda", "mandy manda"),
    ("amelia", "amy millie mia"),
    ("andrea", "andie andi"),
    ("andrew", "andy drew andre"),
    ("angela", "angie angelina"),
    ("ann", "anne anna annie annette nan nancy hannah"),
    ("anthony", "tony antony antonio"),
    ("antoinette", "toni nettie"),
    ("arthur", "art artie"),
    ("barbara", "barb barbie babs bobbie"),
    ("beatrice", "bea trixie beatrix"),
    ("benjamin", "ben benny benji bennie"),
    ("bernard", "bernie barney"),
    ("bradley", "brad"),
    ("brian", "bryan bryant"),
    ("calvin", "cal"),
    ("cameron", "cam"),
    ("carl", "karl"),
    ("caroline", "carolyn carrie carol caro lynn"),
    ("cassandra", "cassie sandra sandy"),
    (
        "catherine",
        "cathy kathy cate kate katie kathryn katherine katharine cathryn kathleen kay kitty kat",
    ),
    ("charles", "charlie charley chuck chas chaz carlos"),
    ("charlotte", "charlie lottie char"),
    ("chester", "chet"),
    (
        "christine",
        "chris chrissy christina christie kristin kristine kristina kris tina christy",
    ),
    ("christopher", "chris kit topher cris kris kristopher"),
    ("clarence", "clare"),
    ("clifford", "cliff"),
    ("clinton", "clint"),
    ("constance", "connie"),
    ("cornelius", "neil con"),
    ("curtis", "curt kurt"),
    ("cynthia", "cindy cyndi cindi"),
    ("daniel", "dan danny dannie"),
    ("danielle", "dani danny"),
    ("david", "dave davey davy"),
    ("deborah", "deb debbie debby debra"),
    ("dennis", "denny denis"),
    ("diana", "diane di dianne dianna"),
    ("dolores", "lola dee delores"),
    ("dominic", "dom nick dominick"),
    ("donald", "don donnie donny"),
    ("dorothy", "dot dottie dolly dora dorothea"),
    ("douglas", "doug"),
    ("edmund", "ed eddie ned edmond"),
    ("edward", "ed eddie eddy ned ted teddy edw eduardo"),
    ("edwin", "ed eddie"),
    ("eileen", "aileen ilene"),
    ("eleanor", "ellie nell nellie nora lenore elinor"),
    (
        "elizabeth",
        "liz beth betty bess bessie betsy eliza elisabeth elise lisa lizzie libby lisbeth liza",
    ),
    ("ellen", "nell nellie elle ellie helen"),
    ("emily", "em emmy millie emilie"),
    ("eric", "erik rick ricky erich"),
    ("ernest", "ernie"),
    ("esther", "essie hester"),
    ("eugene", "gene"),
    ("evelyn", "evie eve ev"),
    ("florence", "flo flossie"),
    ("frances", "fran francie frankie franny"),
    ("francis", "frank fran francisco frankie"),
    ("franklin", "frank"),
    ("frederick", "fred freddie freddy fredrick fredric rick"),
    ("gabriel", "gabe"),
    ("gabrielle", "gabby gabriella"),
    ("geoffrey", "geoff jeff jeffrey jeffery jeffry"),
    ("george", "geo georgie jorge"),
    ("gerald", "gerry jerry gerard"),
    ("geraldine", "gerry gerri jerri"),
    ("gertrude", "gert trudy gertie"),
    ("gilbert", "gil bert"),
    ("glenn", "glen"),
    ("gregory", "greg gregg"),
    ("gwendolyn", "gwen wendy"),
    ("harold", "hal harry"),
    ("harriet", "hattie harriette"),
    ("henry", "hank harry hal"),
    ("herbert", "herb bert herbie"),
    ("howard", "howie"),
    ("hubert", "bert hugh"),
    ("isaac", "ike zac issac"),
    ("isabel", "bella belle izzy isabella isabelle isobel"),
    ("jacob", "jake jakob"),
    ("jacqueline", "jackie jacqui jacquelyn jaclyn"),
    ("james", "jim jimmy jamie jas jimmie jaime"),
    ("janet", "jan jeanette"),
    ("janice", "jan janis"),
    ("jason", "jay jayson"),
    ("jean", "jeanne jeannie jeanie"),
    ("jennifer", "jen jenny jenn jennie jenna"),
    ("jeremy", "jerry jeremiah"),
    ("jerome", "jerry"),
    ("jessica", "jess jessie"),
    ("joan", "joanie jo"),
    ("joanne", "jo joann joanna jody"),
    ("john", "jack johnny jon johnnie jno juan"),
    ("jonathan", "jon jonny nathan johnathan jonathon"),
    ("joseph", "joe joey jos jose"),
    ("josephine", "jo josie"),
    ("joshua", "josh"),
    ("joyce", "joy"),
    ("judith", "judy judi jude"),
    ("julia", "julie jules juliet juliana"),
    ("karen", "karin karyn"),
    ("kenneth", "ken kenny kennith"),
    ("kimberly", "kim kimberley kimmy"),
    ("laura", "laurie lori lauren"),
    ("lawrence", "larry laurence lars lorenzo"),
    ("leonard", "leo len lenny leon"),
    ("leslie", "les lesley"),
    ("lewis", "lou louie louis luis lew"),
    ("lillian", "lily lil lilly"),
    ("linda", "lindy lynn lyn"),
    ("louise", "lou louisa lulu"),
    ("lucille", "lucy lucia cille"),
    ("marcus", "marc mark marcos"),
    (
        "margaret",
        "peggy peg maggie meg marge margie greta rita madge marguerite margo megan daisy",
    ),
    ("marjorie", "marge margie margery"),
    ("martha", "marty mattie patsy"),
    ("martin", "marty marvin"),
    ("mary", "marie maria molly polly mae mamie may maryann"),
    ("matthew", "matt mat mateo"),
    ("maureen", "mo reenie"),
    ("maurice", "morris mo"),
    ("melissa", "missy mel lissa"),
    ("michael", "mike mick mickey mikey miguel micheal"),
    ("michelle", "shelly shelley missy michele"),
    ("mildred", "millie"),
    ("mitchell", "mitch mitchel"),
    ("nathaniel", "nate nathan nat nathanial"),
    ("nicholas", "nick nicky nicolas nico"),
    ("nicole", "nicky nikki nickie nichole"),
    ("oliver", "ollie"),
    ("pamela", "pam"),
    ("patricia", "pat patty tricia trish patti patsy"),
    ("patrick", "pat paddy rick"),
    ("peter", "pete pedro"),
    ("philip", "phil phillip pip"),
    ("phyllis", "phyl phil"),
    ("raymond", "ray ramon"),
    ("rebecca", "becky becca reba"),
    ("reginald", "reg reggie"),
    ("richard", "dick rich rick ricky richie rickey ricardo"),
    ("robert", "bob bobby rob robbie bert robt bobbie roberto robby"),
    ("roger", "rodge rodger"),
    ("ronald", "ron ronnie ronny"),
    ("rosemary", "rose rosie"),
    ("russell", "russ rusty"),
    ("samantha", "sam sammy sammie"),
    ("samuel", "sam sammy sammie"),
    ("sarah", "sara sally sadie"),
    ("sharon", "shari sharron"),
    ("solomon", "sol"),
    ("stanley", "stan"),
    ("stephanie", "steph stefanie stevie"),
    ("stephen", "steve steven steph stephan esteban stevie"),
    ("stuart", "stu stewart"),
    ("susan", "sue susie suzy suzanne susanne suzie susanna"),
    ("sylvester", "sly"),
    ("sylvia", "syl silvia"),
    ("tamara", "tammy tam"),
    ("terence", "terry terrence terrance"),
    ("theodore", "ted theo teddy"),
    ("theresa", "terry teresa tess terri tessa tracy"),
    ("thomas", "tom tommy thos tomas"),
    ("timothy", "tim timmy"),
    ("valerie", "val"),
    ("vernon", "vern"),
    ("veronica", "ronnie roni vera"),
    ("victor", "vic"),
    ("victoria", "vicky vicki vickie tori"),
    ("vincent", "vince vinny vin"),
    ("violet", "vi"),
    ("virginia", "ginny ginger"),
    ("vivian", "viv vivien"),
    ("walter", "walt wally"),
    ("wesley", "wes"),
    ("wilfred", "will wilf"),
    ("william", "bill billy will willie wm liam billie guillermo"),
    ("winifred", "winnie freddie"),
    ("yvonne", "evonne vonnie"),
    ("zachary", "zach zack zac zachariah"),
];

/// Frequent names without nicknames. Two known names without a common row are different names, even if they are
/// spelled alike, such as Mario and Maria.
const OTHERS: &str = "aiden alfredo alison amber arlene ashley audrey austin blake bonnie brandon brenda brent brittany \
    brooke bruce bryce carla carlo carmen cecil cecilia chad chelsea cheryl chloe christian clara claude \
    claudia clyde colin colleen connor craig crystal dale dana darlene darrell darren dean deanna denise \
    derek devin dominique donna doris duane dustin dylan earl edgar edith elaine elena elias ella elmer \
    elsie emma emmanuel enrique erica erin ernesto ethan eva faith felicia felix fernando gary gavin \
    gina gladys gloria gordon grace guy hailey haley harvey hazel heather hector holly hope hunter ian \
    ida irene iris irma isaiah ivan jackson jada jade jaden jane jared jasmine jill jocelyn jodi joel \
    jordan josephina julian julio june justin kaitlyn karla katrina kaylee keith kelly kelsey kent kerry \
    kevin kirk kristen kyle lance lara leah lee lena leroy lila lindsay lindsey lloyd logan lois lorena \
    loretta lorraine lucas luke luna lydia lyle mabel mackenzie madeline madison manuel marcia marco \
    mariana marilyn marina mario marion marissa marlene marsha mason maxine maya melanie melvin mercedes \
    meredith miranda miriam monica morgan muriel myra myrtle naomi natalia natalie natasha nina noah \
    noel nolan norma norman olga olive olivia omar oscar owen pablo paige paul paula pauline pearl \
    penelope perry phoebe preston priscilla rachel rafael ralph ramona randall randy raul regina renee \
    rex rhonda riley roberta robin robyn roderick rodney roland roman rosa rosalie roy ruben ruby ruth \
    ryan sabrina salvador scott sean sergio seth shane shannon shaun shawn sheila shelby sherri sherry \
    shirley sidney sierra simon sofia sonia sophia sophie spencer stacey stacy stella summer sydney \
    tanya tara taylor thelma tiffany todd tracey travis trevor tristan troy tyler tyrone ursula vanessa \
    verna vicente wade wanda warren wayne wendell whitney wilma xavier yolanda zoe";

/// Maps each name to its rows in [`NAMES`].
static ROWS: LazyLock<HashMap<&str, Vec<u16>>> = LazyLock::new(|| {
    let mut rows: HashMap<&str, Vec<u16>> = HashMap::new();
    for (row, (name, nicknames)) in (0_u16..).zip(NAMES.iter()) {
        for name in std::iter::once(*name).chain(nicknames.split(' ')) {
            rows.entry(name).or_default().push(row);
        }
    }
    for name in OTHERS.split(' ') {
        rows.entry(name).or_default();
    }
    rows
});

/// Returns the nickname table rows of a folded given name. `None` if the name is unknown.
pub(super) fn rows(name: &str) -> Option<&'static [u16]> {
    ROWS.get(name).map(Vec::as_slice)
}

/// Returns the full form of a name: `robert` for `bob`. If there are several, returns the first in the table.
pub(super) fn formal(name: &str) -> &str {
    let row = rows(name).and_then(|rows| rows.first());
    row.and_then(|row| NAMES.get(usize::from(*row)))
        .map_or(name, |(formal, _)| formal)
}

/// Returns all names in the tables, sorted.
#[cfg(test)]
pub(super) fn given_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = ROWS.keys().copied().collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_a_row(one: &str, other: &str) -> bool {
        let (Some(one), Some(other)) = (rows(one), rows(other)) else {
            return false;
        };
        one.iter().any(|row| other.contains(row))
    }

    #[test]
    fn nicknames_share_a_row_with_their_names() {
        for (nickname, name) in [
            ("bob", "robert"),
            ("peggy", "margaret"),
            ("peg", "maggie"),
            ("jack", "john"),
            ("bill", "william"),
            ("pat", "patrick"),
            ("pat", "patricia"),
            ("wm", "william"),
        ] {
            assert!(share_a_row(nickname, name), "{nickname} {name}");
        }
    }

    #[test]
    fn names_of_couples_share_no_row() {
        for (one, other) in [
            ("patrick", "patricia"),
            ("mario", "maria"),
            ("paul", "paula"),
            ("robert", "roberta"),
            ("daniel", "danielle"),
            ("eric", "erica"),
            ("carl", "carla"),
            ("francis", "frances"),
            ("christian", "christine"),
            ("joan", "john"),
            ("jane", "john"),
        ] {
            assert!(rows(one).is_some() && rows(other).is_some(), "{one} {other}");
            assert!(!share_a_row(one, other), "{one} {other}");
        }
    }

    #[test]
    fn names_are_folded_and_rows_are_sorted_and_unique() {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        assert!(names.is_sorted());
        assert!(names.windows(2).all(|two| two[0] != two[1]));
        for name in ROWS.keys() {
            assert!(
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()),
                "{name:?}"
            );
        }
    }

    #[test]
    fn formal_returns_the_full_name() {
        for (name, full) in [
            ("bob", "robert"),
            ("robert", "robert"),
            ("dana", "dana"),
            ("xq", "xq"),
        ] {
            assert_eq!(formal(name), full);
        }
    }
}
