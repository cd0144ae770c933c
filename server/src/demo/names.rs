//! First and last names from many cultures, and words for company names.

use super::random::Random;
use std::sync::LazyLock;

pub struct Names {
    pub female: Vec<&'static str>,
    pub male: Vec<&'static str>,
    pub last: Vec<&'static str>,
}

/// Names by culture, with the weight of each culture.
static PEOPLES: LazyLock<Vec<(u64, Names)>> = LazyLock::new(|| {
    SOURCES
        .iter()
        .map(|(weight, female, male, last)| {
            let words = |text: &'static str| text.split_whitespace().collect();
            (
                *weight,
                Names {
                    female: words(female),
                    male: words(male),
                    last: words(last),
                },
            )
        })
        .collect()
});

/// Picks a culture's names by weight.
pub fn people(random: &mut Random) -> &'static Names {
    let mut left = random.below(PEOPLES.iter().map(|(weight, _)| weight).sum());
    for (weight, names) in PEOPLES.iter() {
        if left < *weight {
            return names;
        }
        left -= weight;
    }
    &PEOPLES[0].1
}

/// Weight, female, male and last names.
const SOURCES: [(u64, &str, &str, &str); 18] = [
    (
        46,
        "Abigail Alice Amanda Amy Andrea Angela Ann Barbara Beth Beverly Brenda Carol Caroline Catherine Charlotte \
         Cheryl Christine Claire Cynthia Dana Deborah Diane Donna Dorothy Eleanor Elizabeth Emily Emma Evelyn Frances \
         Grace Hannah Heather Helen Irene Jane Janet Jean Jennifer Jessica Joan Joyce Judith Julia Karen Kathleen \
         Kelly Laura Lauren Linda Lisa Margaret Marie Martha Mary Megan Melissa Michelle Nancy Natalie Olivia Pamela \
         Patricia Paula Rachel Rebecca Rose Ruth Sandra Sarah Sharon Shirley Sophia Stephanie Susan Teresa Theresa \
         Valerie Victoria Virginia Wendy",
        "Aaron Adam Alan Albert Alexander Andrew Anthony Arthur Benjamin Bradley Brian Bruce Carl Charles \
         Christopher Craig Curtis Daniel David Dennis Donald Douglas Edward Edwin Eric Ernest Eugene Frank Frederick \
         Gary George Gerald Glenn Gordon Gregory Harold Harry Henry Howard Ian Jack Jacob James Jason Jeffrey Jerome \
         Joel John Jonathan Joseph Joshua Justin Keith Kenneth Kevin Larry Lawrence Leonard Louis Marcus Mark Martin \
         Matthew Michael Nathan Neil Nicholas Norman Oliver Patrick Paul Peter Philip Ralph Raymond Richard Robert \
         Roger Ronald Roy Russell Samuel Scott Stanley Stephen Steven Theodore Thomas Timothy Victor Vincent Walter \
         Warren Wayne William",
        "Abbott Adams Aldridge Allen Anderson Armstrong Atkinson Bailey Baker Baldwin Barker Barnes Barrett Bates \
         Baxter Becker Bell Bennett Bishop Blackwell Blake Booth Bradford Bradley Brooks Brown Bryant Burgess Burke \
         Burns Burton Butler Caldwell Calhoun Campbell Carlson Carpenter Carroll Carter Chambers Chandler Chapman Clark \
         Clayton Coleman Collins Conrad Cook Cooper Crawford Cunningham Curtis Dalton Davenport Davidson Davis Dawson \
         Dixon Douglas Drake Duncan Edwards Elliott Ellis Emerson Evans Farrell Fields Fisher Fleming Fletcher Ford \
         Foster Fowler Fox Francis Franklin Freeman Fuller Gardner Garrett Gibson Gilbert Gordon Graham Grant Gray \
         Green Greene Griffin Hale Hall Hamilton Hansen Hardy Harper Harris Harrison Hart Harvey Hawkins Hayes \
         Henderson Henry Hicks Higgins Hill Hodges Holland Holmes Hopkins Howard Hudson Hughes Hunt Hunter Jackson \
         Jacobs James Jenkins Jennings Johnson Johnston Jones Jordan Keller Kelley Kennedy King Knight Lambert Lane \
         Lawson Lewis Lindsey Logan Long Lowe Lynch Marshall Martin Mason Matthews McCarthy McDonald McKinney Meyer \
         Miller Mills Mitchell Montgomery Moore Morgan Morris Morrison Murphy Murray Myers Nelson Newman Newton Nichols \
         Norris Norton Oliver Osborne Owens Page Palmer Parker Parsons Patterson Payne Pearson Perkins Perry Peters \
         Phillips Pierce Porter Powell Price Quinn Ramsey Randall Reed Reeves Reynolds Rhodes Rice Richards Richardson \
         Riley Roberts Robertson Robinson Rogers Rose Ross Russell Ryan Saunders Schroeder Scott Shaw Shelton Simmons \
         Simpson Smith Snyder Spencer Stanley Stephens Stevens Stewart Stone Sullivan Sutton Taylor Thomas Thompson \
         Thornton Townsend Tucker Turner Tyler Underwood Vaughn Wade Wagner Walker Wallace Walsh Walters Ward Warner \
         Warren Watkins Watson Webb Weber Welch Wells West Wheeler White Whitfield Whitney Wilkins Williams Williamson \
         Willis Wilson Winters Wolfe Wood Woods Wright Young Zimmerman",
    ),
    (
        13,
        "Alejandra Ana Beatriz Camila Carmen Catalina Daniela Elena Esperanza Gabriela Guadalupe Inés Isabel Jimena \
         Josefina Juana Lucía Luz Marisol María Mercedes Paloma Pilar Rosario Sofía Valentina Verónica Ximena",
        "Alejandro Andrés Ángel Antonio Carlos Diego Eduardo Emilio Enrique Esteban Felipe Fernando Francisco Gonzalo \
         Héctor Ignacio Javier Jesús Joaquín Jorge José Juan Julio Luis Manuel Mateo Miguel Óscar Pablo Rafael Ramón \
         Raúl Ricardo Roberto Rubén Santiago Sergio Tomás Víctor",
        "Aguilar Álvarez Ávila Benítez Cabrera Campos Castillo Castro Chávez Contreras Cortés Cruz Delgado Díaz \
         Domínguez Espinoza Estrada Fernández Figueroa Flores Fuentes García Gómez González Guerrero Gutiérrez Hernández \
         Herrera Ibáñez Jiménez Juárez López Maldonado Márquez Martínez Medina Mejía Méndez Mendoza Molina Morales \
         Muñoz Núñez Ochoa Ortega Ortiz Peña Pérez Ramírez Ramos Reyes Ríos Rivera Rodríguez Rojas Romero Ruiz Salazar \
         Sánchez Sandoval Santiago Solís Soto Suárez Torres Treviño Valdez Vargas Vásquez Vega Velázquez Villarreal Zúñiga",
    ),
    (
        5,
        "Aisling Aoife Bridget Caitlín Ciara Deirdre Fiona Maeve Maureen Niamh Nora Orla Róisín Sinéad Siobhán Úna",
        "Aidan Brendan Cian Colm Conor Cormac Declan Diarmuid Eamon Eoin Fergus Finn Liam Malachy Oisín Pádraig Ronan Seán",
        "Brennan Byrne Callahan Cassidy Connolly Costello Daly Delaney Doherty Donnelly Doyle Driscoll Fitzgerald Flynn \
         Gallagher Healy Hogan Kavanagh Keane Lynch Mahoney McGrath Moran Nolan O'Brien O'Connor O'Donnell O'Leary \
         O'Neill O'Reilly O'Sullivan Quigley Rafferty Sheehan Sweeney Tierney",
    ),
    (
        5,
        "Anja Anneliese Birgit Brigitte Elke Frieda Gerda Greta Heidi Helga Ingrid Jutta Käthe Lieselotte Mathilde Renate Ursula",
        "Dieter Ernst Friedrich Günther Hans Heinrich Helmut Jürgen Karl Klaus Kurt Lothar Manfred Matthias Otto Rolf Ulrich Wolfgang",
        "Bauer Baumann Böhm Braun Brückner Dietrich Engel Fischer Fuchs Groß Hahn Hartmann Hoffmann Huber Jäger Kaiser \
         Klein Köhler König Krämer Krüger Lehmann Maier Müller Neumann Pfeiffer Richter Roth Schäfer Schmidt Schneider \
         Scholz Schröder Schulz Schwarz Vogel Vogt Weiß Winkler Ziegler",
    ),
    (
        4,
        "Alessandra Bianca Carla Chiara Donatella Francesca Giovanna Giulia Lucia Mariangela Ornella Paola Rosa Silvia",
        "Alessandro Angelo Antonio Carlo Dario Enzo Fabio Franco Giacomo Gino Giuseppe Lorenzo Luca Marco Niccolò Paolo Pietro Salvatore",
        "Amato Barbieri Bianchi Caruso Colombo Conti Costa D'Amico D'Angelo DeLuca Esposito Ferrara Ferrari Fontana Gallo \
         Giordano Greco Leone Lombardi Mancini Marchetti Marino Moretti Pellegrini Ricci Rinaldi Romano Rossi Russo Santoro \
         Vitale",
    ),
    (
        4,
        "Agnieszka Anna Barbara Ewa Halina Irena Jadwiga Joanna Katarzyna Krystyna Małgorzata Maria Zofia",
        "Andrzej Czesław Jacek Jan Janusz Jerzy Krzysztof Maciej Marek Paweł Piotr Stanisław Tomasz Wojciech Zbigniew",
        "Adamczyk Dąbrowski Jankowski Kamiński Kowalczyk Kowalski Kozłowski Krawczyk Lewandowski Mazur Nowak Nowicki \
         Pawłowski Piotrowski Sikorski Szymański Wieczorek Wiśniewski Wójcik Woźniak Zieliński",
    ),
    (
        4,
        "Aditi Ananya Anjali Deepa Divya Kavita Lakshmi Meena Meera Neha Nisha Pooja Priya Radha Rekha Shreya Sunita Uma Vidya",
        "Ajay Amit Anil Arjun Ashok Deepak Dinesh Ganesh Karthik Manoj Nikhil Prakash Rahul Rajesh Ramesh Ravi Sanjay Suresh Vijay Vikram",
        "Agarwal Banerjee Bhatt Chakraborty Chatterjee Choudhury Desai Deshpande Gandhi Ghosh Gupta Iyer Jain Joshi Kapoor \
         Khanna Kulkarni Kumar Malhotra Mehta Menon Mukherjee Nair Naidu Patel Pillai Rao Reddy Shah Sharma Singh Subramanian \
         Thakur Venkatesan Verma",
    ),
    (
        4,
        "Fang Hui Jing Li Lihua Mei Meiling Min Ning Ping Qing Xiaoyan Xin Xiu Yan Ying Yuting Zhen",
        "Bo Chao Cheng Gang Guowei Hao Jian Jianhua Jun Lei Long Ming Peng Qiang Tao Wei Xiang Yong Zhiwei",
        "Cai Cao Chan Chang Chen Cheng Cheung Chu Deng Fan Feng Gao Guo Han He Ho Hu Huang Jiang Lam Lee Leung Li Liang \
         Lin Liu Lu Luo Ma Ng Pan Peng Shen Song Sun Tang Tian Wang Wong Wu Xie Xu Yang Yuan Zeng Zhang Zhao Zheng Zhou Zhu",
    ),
    (
        3,
        "Ánh Bích Chi Diễm Dung Hà Hạnh Hoa Hồng Hương Lan Liên Linh Loan Mai Ngọc Nhung Phương Thảo Thu Trang Tuyết Yến",
        "An Bảo Bình Cường Đức Dũng Hải Hiếu Hoàng Hùng Huy Khoa Long Minh Nam Phong Phúc Quang Quân Sơn Tâm Thành Tuấn Việt",
        "Bùi Cao Đặng Đào Đinh Đỗ Dương Hoàng Hồ Huỳnh Lê Lý Mai Ngô Nguyễn Phạm Phan Tô Trần Trịnh Trương Vũ Võ",
    ),
    (
        2,
        "Eunji Haeun Hyejin Jihye Jiwoo Minji Seoyeon Soojin Sooyoung Yejin Yuna",
        "Dongwook Hyunwoo Jaehyun Jihoon Jinwoo Junho Kyungsoo Minjun Seungho Sungmin Taeyang Youngho",
        "Ahn Bae Baek Cho Choi Chung Han Hong Hwang Jang Jeong Kang Kim Kwon Lim Moon Noh Oh Park Ryu Seo Shin Song Yoo Yoon",
    ),
    (
        2,
        "Aiko Akiko Emiko Fumiko Hana Haruka Keiko Kiyomi Mariko Michiko Naomi Sakura Yoko Yumi",
        "Akira Daisuke Haruto Hiroshi Kazuo Kenji Kenta Makoto Naoki Satoshi Shinji Takashi Takeshi Yuki",
        "Endo Fujita Fukuda Hasegawa Hayashi Inoue Ishikawa Ito Kato Kimura Kobayashi Maeda Matsumoto Mori Nakamura Okada \
         Saito Sasaki Sato Shimizu Suzuki Takahashi Tanaka Watanabe Yamada Yamamoto Yoshida",
    ),
    (
        2,
        "Aaliyah Amal Amina Aisha Dalia Farah Fatima Hala Hanan Huda Layla Leila Mariam Nadia Noor Rania Salma Samira Yasmin Zaynab",
        "Abdullah Ahmed Ali Amir Bilal Faisal Farid Hamza Hassan Hussein Ibrahim Idris Jamal Karim Khalid Mahmoud Omar Rami Samir Tariq Youssef Ziad",
        "Abdallah Abboud Al-Amin Al-Farsi Al-Masri Aziz Badawi Daher Farouk Fayed Haddad Hakim Hamdan Hariri Hijazi Jaber \
         Karam Khalil Khoury Mansour Mikhail Nasser Qureshi Rahman Saab Saleh Shaheen Sayegh Tannous Zaman",
    ),
    (
        3,
        "Adaeze Adesuwa Amara Bolanle Chidinma Chioma Efua Folake Ifeoma Ngozi Nkechi Oluchi Simisola Temitope Yewande Zainab",
        "Abiodun Adebayo Chidi Chinedu Chukwuemeka Emeka Femi Ikenna Kwabena Kwame Kofi Obinna Olumide Oluwaseun Segun Tunde Uche",
        "Abubakar Achebe Adeyemi Afolabi Agyeman Akande Amadi Asante Balogun Boateng Diallo Ekwueme Eze Ibekwe Mensah Musa \
         Nwachukwu Nwosu Obi Odukoya Ogunleye Okafor Okeke Okonkwo Okoro Olawale Onyango Osei Owusu Sesay Traoré",
    ),
    (
        2,
        "Amélie Aurélie Bénédicte Céline Chloé Élise Émilie Geneviève Hélène Joséphine Léa Margaux Noémie Solène Thérèse Zoé",
        "André Antoine Benoît Clément Étienne François Frédéric Gaël Gérard Guillaume Hervé Jérôme Julien Léon Mathieu Rémy Sébastien Théo",
        "Beaulieu Bélanger Bergeron Bouchard Boudreaux Chevalier Côté Deschamps Dubois Dupont Fontaine Fournier Gagné Gagnon \
         Gauthier Girard Hébert Lacroix Lafontaine Landry Lapointe Lavoie LeBlanc Lefèvre Léveillé Moreau Ouellet Pelletier \
         Poirier Rousseau Thibodeaux Tremblay",
    ),
    (
        2,
        "Astrid Britta Freja Gunilla Gunnhildur Ingeborg Kaisa Kirsten Linnéa Maja Signe Sigrid Sólveig Tove Ylva",
        "Anders Björn Erik Gunnar Håkan Henrik Jens Jörgen Lars Leif Magnus Mikkel Nils Olaf Rune Søren Sven Torbjørn",
        "Aalto Andersson Bergström Björklund Dahl Ekström Eriksson Fjeldstad Gustafsson Haugen Hedlund Holmgren Jensen \
         Johansson Jørgensen Karlsson Korhonen Larsson Lindqvist Lundgren Mäkinen Nyström Ødegård Östberg Rasmussen \
         Sandström Sjöberg Sørensen Strand Svensson Virtanen",
    ),
    (
        2,
        "Ana Beatriz Clarice Conceição Fernanda Inês Joana Letícia Luísa Mafalda Mariana Raquel Sónia Teresa",
        "Afonso Bruno Caetano Duarte Fábio Gonçalo Gustavo Henrique João Leandro Marcelo Murilo Nuno Otávio Renato Thiago Vinícius",
        "Almeida Andrade Araújo Barbosa Brandão Cardoso Carvalho Coelho Correia Fonseca Gonçalves Guimarães Lourenço Magalhães \
         Nascimento Oliveira Pacheco Queirós Ribeiro Rocha Santos Silveira Simões Souza Tavares Teixeira Vasconcelos",
    ),
    (
        2,
        "Anoush Ayşe Çiğdem Daria Elif Emine Eszter Gordana Gülşen Ilona Ivana Kateřina Ljubica Magda Natalia Oksana Olga \
         Svetlana Şebnem Tatiana Věra Zsófia",
        "Aleksandr Ante Bogdan Burak Dmitri Dušan Emre Ferenc Goran Igor İsmail Jiří László Luka Mehmet Miloš Miroslav Ömer \
         Pavel Sergei Tomáš Vasyl Yuri Zoltán",
        "Babić Çelik Dvořák Farkas Goldberg Horváth Ivanov Jovanović Kaplan Katz Kaya Kovács Kovalenko Kučera Levin \
         Marković Melnyk Mykhailenko Nagy Novák Özdemir Petrosyan Petrović Popescu Procházka Rosenberg Şahin Shevchenko \
         Stanković Šimić Szabó Tóth Varga Volkov Weinstein Yıldız Žukauskas",
    ),
    (
        3,
        "Alani Aponi Ayanna Ebony Imani Jasmine Kalea Keisha Kiana Latoya Leilani Makana Nizhoni Shanice Tamika Winona",
        "Ahiga DeAndre Demetrius Ikaika Isaiah Jamal Jaylen Kai Kalani Keanu Koa Malik Nantan Terrence Tyrell Tyrone",
        "Banks Begay Benally Booker Chee Dorsey Gaines Hawkins Jefferson Kahale Kalua Kealoha Lomax Mahoe Mayfield Nez Pono \
         Tsosie Washington Yazzie",
    ),
];

/// Proper nouns for companies, charities and products.
pub const PROPER: [&str; 40] = [
    "Alder",
    "Amber",
    "Anchor",
    "Beacon",
    "Birch",
    "Bluestone",
    "Bridgewater",
    "Canyon",
    "Cardinal",
    "Cedar",
    "Cobalt",
    "Copper",
    "Crescent",
    "Driftwood",
    "Eastgate",
    "Falcon",
    "Fairhaven",
    "Foxglove",
    "Granite",
    "Greenfield",
    "Harvest",
    "Heron",
    "Highland",
    "Ironwood",
    "Juniper",
    "Kestrel",
    "Lakeshore",
    "Lantern",
    "Maple",
    "Meridian",
    "Northwind",
    "Orchard",
    "Pinecrest",
    "Prairie",
    "Redwood",
    "Sandstone",
    "Silverleaf",
    "Summit",
    "Tidewater",
    "Willow",
];

pub const TRADES: [&str; 24] = [
    "Analytics",
    "Bakery",
    "Builders",
    "Dental Care",
    "Design",
    "Electric",
    "Engineering",
    "Farms",
    "Foods",
    "Freight",
    "Hardware",
    "Home Services",
    "Landscaping",
    "Logistics",
    "Machine Works",
    "Manufacturing",
    "Medical Supply",
    "Motors",
    "Packaging",
    "Properties",
    "Roofing",
    "Software",
    "Textiles",
    "Veterinary Clinic",
];

pub const CAUSES: [&str; 12] = [
    "Arts Council",
    "Children's Fund",
    "Community Foundation",
    "Food Bank",
    "Hospice",
    "Humane Society",
    "Land Conservancy",
    "Library Friends",
    "Literacy Project",
    "Scholarship Fund",
    "Shelter Alliance",
    "Youth Symphony",
];

pub const AGENCIES: [&str; 10] = [
    "Advisors",
    "Agency",
    "Brokerage",
    "Financial Group",
    "Insurance Services",
    "Life & Annuity",
    "Partners",
    "Planning Group",
    "Risk Management",
    "Wealth Strategies",
];

/// Returns the short form of a first name, used in duplicate records.
pub fn nickname(first: &str) -> Option<&'static str> {
    Some(match first {
        "Robert" => "Bob",
        "William" => "Bill",
        "Richard" => "Rick",
        "Michael" => "Mike",
        "Elizabeth" => "Liz",
        "Margaret" => "Peggy",
        "Katherine" | "Catherine" | "Kathleen" => "Kathy",
        "James" => "Jim",
        "Thomas" => "Tom",
        "Patricia" => "Pat",
        "Jennifer" => "Jenny",
        "Joseph" => "Joe",
        "Christopher" => "Chris",
        "Deborah" => "Debbie",
        "Susan" => "Sue",
        "Edward" => "Ed",
        "Steven" | "Stephen" => "Steve",
        "Daniel" => "Dan",
        "Francisco" => "Paco",
        "José" => "Pepe",
        _ => return None,
    })
}
